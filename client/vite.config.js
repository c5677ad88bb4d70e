import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { sprite } from './sprite.js'

// Built into the Python package. Nothing may be inlined: the page's content policy knows only files of its own.
export default defineConfig({
  base: '/',
  plugins: [svelte(), sprite()],
  build: {
    outDir: '../src/banneret/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: true,
  },
})
