/** The part of negotiator that is used here. Its published types lack `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> })
    encodings<Encoding extends string>(available: readonly Encoding[], options: { preferred: string[] }): Encoding[]
    language<Language extends string>(available: readonly Language[]): Language | undefined
  }
}
