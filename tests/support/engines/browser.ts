/** What a journey needs of any engine. Everything else it does by a script in the page. */
export type EngineBrowser = AsyncDisposable & {
  /** Its name and version. */
  version: string
  /** Loads a document, as from the address bar. */
  open(url: string): Promise<void>
  /** Runs a function in the page; its arguments and its answer go through JSON. */
  run<Args extends unknown[], Answer>(act: (...args: Args) => Answer | Promise<Answer>, ...args: Args): Promise<Answer>
  /** Presses and releases the main button at a point of the window, in CSS pixels. */
  click(x: number, y: number): Promise<void>
  /** Presses and releases a key: one of these names, or the letter itself. */
  press(key: 'Enter' | 'Escape' | 'Shift' | 'Tab' | (string & {})): Promise<void>
  /** Gives the window about this size; a desktop's engine may refuse to be as narrow as a phone. */
  resize(width: number, height: number): Promise<void>
  /** Console errors and warnings and uncaught errors, since this was called last. */
  takeFaults(): Promise<string[]>
}
