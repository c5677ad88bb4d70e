// Verifies records in Node as the page does: `node verify.js FILE…` tells what it finds; without a file it reads lines of JSON,
// {"text": …, "over": …}, and answers each with a line, {"findings": {name: verdict}, "texts": {name: sentence}, "lines": …, "entries": …}.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const vite = await createServer({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true, include: [] },
  server: { middlewareMode: true, ws: false, hmr: false, watch: null },
})
const { verify } = await vite.ssrLoadModule('/src/verify/verify.ts')
const { plain } = await vite.ssrLoadModule('/src/verify/sha256.ts')
await vite.close()

const files = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const known = process.argv.includes('--plain') ? { digest: plain } : {}
for (const file of files) {
  const { findings } = await verify(readFileSync(file), known)
  for (const { name, verdict, text } of findings) console.log(`${file}: ${name} ${verdict}. ${text}`)
  if (findings.some((one) => one.verdict === 'bad')) process.exitCode = 1
}
if (!files.length) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { text, over } = JSON.parse(line)
    const { findings } = await verify(text, { ...known, over })
    const told = (what) => Object.fromEntries(findings.map((one) => [one.name, one[what]]))
    process.stdout.write(`${JSON.stringify({ findings: told('verdict'), texts: told('text'), lines: told('line'), entries: told('entry') })}\n`)
  }
}
