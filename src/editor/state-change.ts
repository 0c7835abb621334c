import type { YamlFile } from '../content/read/yaml-file.ts'
import type { EditorState, StateChange, TableChange } from './api.ts'

/** The state that a page has after a change. */
export function withChange(state: EditorState, change: StateChange): EditorState {
  const merged = (file: string, changed: YamlFile | TableChange | null, before = state.now[file]) =>
    changed && 'lines' in changed ? withLines(before, changed) : changed
  const now = mapFiles(change.now, (changed, file) => merged(file, changed))
  const published = mapFiles(change.published, (changed, file) => merged(file, changed, now[file]))
  const unchanged = Object.entries(state.published).filter(([file]) => !(file in now))
  return {
    ...state,
    ...change,
    now: { ...state.now, ...now },
    published: { ...Object.fromEntries(unchanged), ...published },
  }
}

const mapFiles = <File, Result>(files: Record<string, File>, become: (changed: File, file: string) => Result) =>
  Object.fromEntries(Object.entries(files).map(([file, changed]) => [file, become(changed, file)]))

function withLines(before: YamlFile | null | undefined, { lines }: TableChange): YamlFile {
  const all = Object.entries({ ...(before?.tree as object | undefined), ...lines })
  const tree = Object.fromEntries(all.filter(([, line]) => line !== null)) as Record<string, Record<string, string>>
  return { tree, placeholders: [], notes: {} }
}
