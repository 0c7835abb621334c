/** What the editor tells a page of the preview: what is being edited, in which colours, and of which state of the drafts. */
export type ToPreview = { paragraphs: string[]; scheme: 'light' | 'dark'; revision: number }

/** What a page of the preview tells the editor, which is of another origin. */
export type FromPreview =
  | { kind: 'ready' }
  /** The words around a click, the nearest first. */
  | { kind: 'picked'; words: string[] }
