type Connection = { saveData?: boolean; effectiveType?: string; downlink?: number }

// Chromium alone tells (Network Information API, a WICG draft); where nothing is known, data are not saved.
const connection = (): Connection => (navigator as { connection?: Connection }).connection ?? {}

/** Whether the visitor has asked for data to be saved. */
export const asksToSaveData = () => connection().saveData === true

/**
 * Whether the connection is so slow that the next document arrives well before React would. What the browser calls "3g"
 * for its long round trips alone may still bring a megabit a second, and React in half of one.
 */
export function isSlow(): boolean {
  const { effectiveType = '4g', downlink = 0 } = connection()
  return effectiveType !== '4g' && !(effectiveType === '3g' && downlink >= 1)
}

/** Whether nothing may be loaded that the visitor has not asked for. */
export const shouldSaveData = () => asksToSaveData() || isSlow()
