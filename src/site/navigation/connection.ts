type Connection = { saveData?: boolean }

/** Whether the visitor has turned on data saving. Only Chromium reports it (Network Information API, a WICG draft). */
export const asksToSaveData = () => (navigator as { connection?: Connection }).connection?.saveData === true
