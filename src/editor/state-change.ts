import type { YamlFile } from '../content/read/yaml-file.ts'
import type { EditorState, StateChange, TableChange } from './api.ts'

/** The state that a page has after a change. */
export function withChange(state: EditorState, change: StateChange): EditorState {
  const [now, published] = [{ ...state.now }, { ...state.published }]
  for (const [file, changed] of Object.entries(change.now)) {
    now[file] = withLines(state.now[file], changed)
    delete published[file]
  }
  for (const [file, changed] of Object.entries(change.published)) published[file] = withLines(now[file], changed)
  return { ...state, ...change, now, published }
}

/** What is changed in a file: of a table, some lines. */
function withLines(before: YamlFile | null | undefined, changed: YamlFile | TableChange | null): YamlFile | null {
  if (!changed || 'tree' in changed) return changed
  const all = Object.entries({ ...(before?.tree as object | undefined), ...changed.lines })
  const tree = Object.fromEntries(all.filter(([, line]) => line !== null)) as Record<string, Record<string, string>>
  return { tree, placeholders: [], notes: {} }
}
