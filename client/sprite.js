// The pictures that the client names itself, as one sprite, assets/icons-….svg. Those of rulebooks come from the table.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const NAMES = ['barbute', 'card-play', 'clockwise-rotation', 'crossed-swords', 'knight-banner', 'laurels', 'open-book', 'perspective-dice-six-faces-random', 'scroll-unfurled', 'swap-bag', 'tied-scroll', 'treasure-map']

export function sprite() {
  const set = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json'), 'utf8'))
  const symbols = NAMES.map((name) => `<symbol id="${name}" viewBox="0 0 512 512">${set.icons[name].body}</symbol>`)
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return {
    name: 'sprite',
    resolveId: (id) => (id === 'virtual:sprite' ? '\0sprite' : undefined),
    load: (id) =>
      id === '\0sprite'
        ? `export const sprite = "/assets/icons-${mark}.svg"; export const names = new Set(${JSON.stringify(NAMES)})`
        : undefined,
    // The two letters of every page are asked for at once, not when the first style has been read.
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({ tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' }, injectTo: 'head' })),
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: `assets/icons-${mark}.svg`, source: text })
    },
  }
}
