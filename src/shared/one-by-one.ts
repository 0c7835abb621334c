/** @returns a function that runs each piece of work once the one before it has ended, whatever came of that */
export function oneByOne() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
