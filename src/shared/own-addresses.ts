import { dataFolder } from './page-data.ts'

/**
 * What the server and the build answer beside the pages, in one list: no page may have one of these addresses, or one below a
 * folder. What is below the register's page is the register's as well.
 */
export const ownAddresses = {
  health: '/healthz',
  readiness: '/readyz',
  registerTable: '/register.csv',
  securityContact: '/.well-known/security.txt',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  licences: '/licences.txt',
  icon: '/favicon.svg',
  oldIcon: '/favicon.ico',
  appIcon: '/apple-touch-icon.png',
  logo: '/icon-512.png',
  /** Of live editing. */
  live: '/live',
}

/** `certificates`: the short addresses, which QR codes contain. */
export const ownFolders = { api: '/api', assets: '/assets', data: dataFolder, certificates: '/c' }
