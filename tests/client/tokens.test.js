import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'

const css = readFileSync(new URL('../../client/src/tokens.css', import.meta.url), 'utf8')
const [bright, dim] = css.split(":root[data-theme='dark']")
const colours = (part) => Object.fromEntries([...part.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]))
const light = colours(bright)
const themes = { light, dark: { ...light, ...colours(dim) } }

/** The luminance of a colour, by WCAG. */
function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

suite('the banners of all sides', () => {
  for (const [theme, of] of Object.entries(themes))
    for (const side of ['0', '1', '2', '3', 'n'])
      test(`side ${side} stands out from every ground, ${theme}`, () => {
        for (const ground of ['table', 'panel', 'panel-2', 'paper']) {
          const [field, edge] = [contrast(of[`s${side}`], of[ground]), contrast(of[`s${side}-edge`], of[ground])]
          assert.ok(Math.max(field, edge) >= 3, `${ground}: field ${field.toFixed(1)}, edge ${edge.toFixed(1)}`)
        }
      })
})
