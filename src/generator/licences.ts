import { readFileSync } from 'node:fs'

/** The works of others that the site sends to browsers: the name, the rights holder, and the package with the licence. */
const works = [
  [
    'The font of the headings: a subset of Source Serif 4 under another name',
    '© 2014 - 2021 Adobe Systems Incorporated (http://www.adobe.com/), with Reserved Font Name ‘Source’.',
    '@fontsource-variable/source-serif-4',
  ],
  ['React, in the scripts', '', 'react'],
  ['web-vitals, in the scripts', '', 'web-vitals'],
]

/** The notices that these licences require with every copy, as one file of the site. */
export const renderLicences = () =>
  works
    .map(([what, notice, name]) => [what, notice, readFileSync(`node_modules/${name}/LICENSE`, 'utf8')])
    .map((parts) => parts.filter(Boolean).join('\n\n'))
    .join('\n\n----------\n\n')
