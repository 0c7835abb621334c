import { renderSVG } from 'uqr'

/**
 * A QR code (ISO/IEC 18004, level M) with the margin of four modules that the standard asks for. Host and path are in capitals, as
 * they were always printed; neither distinguishes case. The scheme is not: scanners of Android and Firefox open no `HTTPS://`.
 */
export const drawCode = (address: string) =>
  renderSVG(
    address.replace(/^(https?:)(.*)$/, (_, scheme, rest) => scheme + rest.toUpperCase()),
    { ecc: 'M', border: 4 },
  )
