// Loaded before a program (node --import), on each of its threads: its clock is 400 days ahead.
const aheadMs = 400 * 24 * 60 * 60_000
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + aheadMs)
    else super(...args)
  }

  static now() {
    return RealDate.now() + aheadMs
  }
}
