type Connection = { saveData?: boolean }

/** Whether the visitor has asked for data to be saved. Only Chromium reports it (Network Information API, a WICG draft). */
export const asksToSaveData = () => (navigator as { connection?: Connection }).connection?.saveData === true
