/**
 * Stands on <html> while the site's own fonts may draw (src/site/styles/base.css). The bootstrap takes it away and brings it
 * back after the first paint; without script it stays.
 */
export const ownFontsAttribute = 'data-own-fonts'
