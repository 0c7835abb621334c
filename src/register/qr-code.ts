import { renderSVG } from 'uqr'

/**
 * A QR code (ISO/IEC 18004, level M) with the margin of four modules that the standard asks for. Capitals alone are written in
 * its alphanumeric mode, which takes a third less room; host names and this site's addresses do not distinguish case.
 */
export const drawCode = (address: string) => renderSVG(address.toUpperCase(), { ecc: 'M', border: 4 })
