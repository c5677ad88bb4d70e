// Runs the client's own tests, tests/client/*.test.js, in Node: Vite reads the sources as the build does, Node's own runner counts.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createServer } from 'vite'
import { sprite } from './sprite.js'

const folder = fileURLToPath(new URL('../tests/client/', import.meta.url))
const vite = await createServer({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  plugins: [svelte(), sprite()],
  optimizeDeps: { noDiscovery: true, include: [] },
  server: { middlewareMode: true, ws: false, hmr: false, watch: null },
})
for (const name of readdirSync(folder).filter((one) => one.endsWith('.test.js')).sort()) await vite.ssrLoadModule(folder + name)
await vite.close()
