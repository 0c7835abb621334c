/**
 * Stands on <html> once the site's own fonts may draw (src/site/styles/tokens.css): from the start where no script will
 * say so, otherwise when the starter does.
 */
export const ownFontsAttribute = 'data-own-fonts'
