/** The style element that brings the heading font: at once without script, otherwise when the starter says so. */
export const headingStyleId = 'heading-font'
