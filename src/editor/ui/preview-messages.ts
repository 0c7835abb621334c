/** What the editor tells a page of the preview, and what that tells the editor. They are of different origins. */
export type ToPreview =
  | { kind: 'show'; paragraphs: string[] }
  | { kind: 'scheme'; scheme: 'light' | 'dark' }
  | { kind: 'reload' }

export type FromPreview =
  | { kind: 'ready'; address: string }
  /** The words around a click, the nearest first. */
  | { kind: 'picked'; words: string[] }
