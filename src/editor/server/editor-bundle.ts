import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'
import { forBrowsers } from '../../../vite.config.ts'
import type { EditorFiles } from './serve-editor.ts'

/** Bundles the editor's own page. */
export async function bundleEditor(): Promise<EditorFiles> {
  const built = await build({
    root: 'src/editor/ui',
    logLevel: 'warn',
    configFile: false,
    publicDir: false,
    plugins: [react()],
    build: { ...forBrowsers, write: false },
  })
  const { output } = built as Rolldown.RolldownOutput
  const files = output.map((file): [string, string] => [
    file.fileName === 'index.html' ? '/' : `/${file.fileName}`,
    String(file.type === 'chunk' ? file.code : file.source),
  ])
  return new Map(files)
}
