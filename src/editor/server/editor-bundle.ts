import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { type Bundle, bundle, readBundle } from '../../build/bundle.ts'
import { fingerprintOf } from '../../build/fingerprint.ts'
import { type EditorFiles, previewScript } from './serve-editor.ts'

/** Beside the site's own build, and no part of it: nothing in here is ever published. */
export const bundleFolder = 'dist/editor'
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
  const files = ['/editor.js', '/editor.css', previewScript].map((address): [string, Buffer] => [
    address,
    readFileSync(`${bundleFolder}/ui${address}`),
  ])
  return { site, page: new Map<string, string | Buffer>([['/', documentOfEditor], ...files]) }
}

const documentOfEditor = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Editor</title>
<link rel="stylesheet" href="/editor.css">
<script type="module" src="/editor.js"></script>
</head>
<body><div id="editor"></div></body>
</html>
`

/** The editor's own page, and the script in the pages of the preview. */
const bundlePages = () =>
  build({
    logLevel: 'warn',
    configFile: false,
    publicDir: false,
    plugins: [react()],
    build: {
      outDir: `${bundleFolder}/ui`,
      assetsInlineLimit: 0,
      target: 'baseline-widely-available',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: { editor: 'src/editor/ui/main.tsx', 'editor-preview': 'src/editor/ui/preview.ts' },
        output: { entryFileNames: '[name].js', assetFileNames: 'editor[extname]' },
        checks: { pluginTimings: false },
      },
    },
  })
