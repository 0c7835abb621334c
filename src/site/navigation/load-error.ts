/** The file is not on the server, could not be loaded, or took longer than the limit. */
type LoadErrorType = 'missing' | 'error' | 'timeout'

export type ChunkType = 'script' | 'style' | 'texts'

/** A part of a page did not load (docs/promises.md, pages and languages). */
export class LoadError extends Error {
  readonly type: LoadErrorType
  readonly address: string

  constructor(chunk: ChunkType, type: LoadErrorType, address: string, options?: ErrorOptions) {
    super(`Loading ${chunk} chunk failed (${type}: ${address})`, options)
    this.name = 'LoadError'
    this.type = type
    this.address = address
  }
}
