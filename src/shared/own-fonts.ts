/**
 * Stands on <html> once headings are set in the site's own font (src/site/styles/tokens.css): from the start where no
 * script will say so, otherwise when the starter does.
 */
export const headingFontAttribute = 'data-heading-font'
