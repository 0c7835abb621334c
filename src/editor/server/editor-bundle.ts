import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { type Bundle, bundle, readBundle } from '../../build/bundle.ts'
import { fingerprintOf } from '../../build/fingerprint.ts'
import type { EditorFiles } from './serve-editor.ts'

/** Beside the site's own build, and no part of it: nothing in here is ever published. */
export const bundleFolder = 'dist/editor'
const uiFolder = `${bundleFolder}/ui`
const record = `${bundleFolder}/fingerprint`
const inputs = ['src', 'vite.config.ts', 'package-lock.json', 'content/pictures/palette.css']

/** The code of the site for the preview, and that of the editor's page; bundled when it has changed since the last time. */
export async function bundleEditor(report: (step: string) => void): Promise<{ site: Bundle; page: EditorFiles }> {
  const fingerprint = fingerprintOf(inputs)
  const isFresh = existsSync(record) && readFileSync(record, 'utf8') === fingerprint
  if (!isFresh) report('Preparing the editor (once after each update) …')
  const site = isFresh ? await readBundle(bundleFolder) : await bundle(bundleFolder)
  if (!isFresh) {
    await bundlePages()
    writeFileSync(record, fingerprint)
  }
  const page = readdirSync(uiFolder).map((name): [string, Buffer] => [
    name === 'index.html' ? '/' : `/${name}`,
    readFileSync(`${uiFolder}/${name}`),
  ])
  return { site, page: new Map(page) }
}

/** The editor's own page, and the script in the pages of the preview. */
const bundlePages = () =>
  build({
    root: 'src/editor/ui',
    logLevel: 'warn',
    configFile: false,
    publicDir: false,
    plugins: [react()],
    build: {
      outDir: resolve(uiFolder),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      target: 'baseline-widely-available',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: { editor: 'src/editor/ui/index.html', 'editor-preview': 'src/editor/ui/preview.ts' },
        output: { entryFileNames: '[name].js', assetFileNames: 'editor[extname]' },
        checks: { pluginTimings: false },
      },
    },
  })
