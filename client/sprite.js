// Gathers the pictures in use into one sprite, assets/icons.svg: those the client names itself, and every name of the
// icon set that a rulebook's sources mention in quotes. A new rulebook so brings its symbols along without a word here.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const OWN = [
  'crossed-swords', 'treasure-map', 'card-play', 'scroll-unfurled', 'open-book', 'clockwise-rotation', 'tied-scroll',
  'barbute', 'spell-book', 'swap-bag', 'castle', 'laurels', 'flying-flag', 'help',
]

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : /\.(py|toml|json)$/.test(entry.name) ? [join(folder, entry.name)] : [],
  )
}

export function sprite() {
  const set = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json'), 'utf8'))
  const names = new Set(OWN)
  for (const file of files(new URL('../src/banneret/rulebooks', import.meta.url).pathname)) {
    for (const [, word] of readFileSync(file, 'utf8').matchAll(/"([a-z0-9]+(?:-[a-z0-9]+)*)"/g)) {
      if (set.icons[word] && /^[a-z]/.test(word)) names.add(word)
    }
  }
  const symbols = [...names].sort().map((name) => `<symbol id="${name}" viewBox="0 0 512 512">${set.icons[name].body}</symbol>`)
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return {
    name: 'sprite',
    resolveId: (id) => (id === 'virtual:sprite' ? '\0sprite' : undefined),
    load: (id) =>
      id === '\0sprite'
        ? `export const sprite = "/assets/icons-${mark}.svg"; export const names = new Set(${JSON.stringify([...names].sort())})`
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
