import type { EditorState, StateChange } from './api.ts'

/** The state that a page has after a change. */
export function withChange(state: EditorState, change: StateChange): EditorState {
  const asBefore = Object.entries(state.published).filter(([file]) => !(file in change.now))
  const published = { ...Object.fromEntries(asBefore), ...change.published }
  return { ...state, ...change, now: { ...state.now, ...change.now }, published }
}
