import { extname } from 'node:path'
import { type BuiltFile, type BuiltSite, encodings } from '../../shared/built-site.ts'
import { contactEndpoint } from '../../shared/contact/message-rules.ts'
import { allLanguages, initialLanguage, languages } from '../../shared/languages.ts'
import { filePolicy, securityHeaders } from '../../shared/security-headers.ts'
import { mediaTypes } from '../media-types.ts'
import type { Outage } from '../outage.ts'
import { nearMissPatterns } from './near-miss-addresses.ts'
import { outageLocations, outageMaps } from './nginx-outage.ts'
import { contactRetries } from './nginx-proxy.ts'
import { headerLines, location, map } from './nginx-syntax.ts'

const immutable = 'public, max-age=31536000, immutable'
const revalidated = 'public, no-cache'

/**
 * What nginx must know once, in its `http` block: which form of a file a browser accepts, which address a near miss
 * means, and which not-found page goes with an address.
 */
export function renderNginxHttp({ addresses, notFound }: BuiltSite): string {
  const nearMisses = nearMissPatterns(addresses).map(({ pattern, target }) => [`~*${pattern}`, encodeURI(target)])
  return `# Written by the build. Include it in nginx's "http" block.

# The smallest form that the browser accepts; each lies beside its file.
${map('$http_accept_encoding', '$site_form', [
  ['default', ''],
  [accepts('br'), encodings.br],
  [accepts('gzip'), encodings.gzip],
])}
${map('$uri', '$site_encoding', [
  ['default', ''],
  ['~\\.br$', 'br'],
  ['~\\.gz$', 'gzip'],
])}
# Another letter case, accents that are missing or made of two signs, slashes too many, another language's slug.
${map('$uri', '$site_near_miss', [['default', ''], ...nearMisses])}
# Also for a page that was found but not by this method: by then nginx knows it by its file.
${map('$uri', '$site_not_found', [
  ['default', `${notFound[initialLanguage]}.html`],
  ...allLanguages
    .filter((language) => language !== initialLanguage)
    .map((language) => [`~*^${languages[language].prefix}(?:/|$|\\.html)`, `${notFound[language]}.html`]),
])}
${map('$status', '$site_allow', [
  ['default', ''],
  ['405', 'GET, HEAD'],
])}
# Where the contact messages go. A server block sets it; without it, there is nothing at ${contactEndpoint}.
${map('$host', '$site_contact_service', [['default', '']])}
${outageMaps()}
limit_conn_zone $binary_remote_addr zone=site_connections:10m;
`
}

/** What belongs in the `server` block of the site, besides its name, certificate and root. */
export function renderNginxServer(site: BuiltSite, outage: Outage, origin: string): string {
  const headers: Record<string, string> = {
    ...securityHeaders(origin),
    'content-security-policy': '$site_policy',
    'cache-control': '$site_caching',
    'content-encoding': '$site_encoding',
    vary: 'Accept-Encoding',
    allow: '$site_allow',
    'retry-after': '$site_retry_after',
  }
  return `# Written by the build. Include it in the "server" block of the site, after its "root".

server_tokens off;
absolute_redirect off;
# Two slashes are a near miss, not the same address.
merge_slashes off;
# The compressed forms are ready made.
gzip off;
# A line for each request would be a record of visitors.
access_log off;

# What a client may take: time, bytes, connections.
client_header_timeout 15s;
client_body_timeout 15s;
send_timeout 30s;
keepalive_timeout 65s;
client_max_body_size 1k;
large_client_header_buffers 4 8k;
limit_conn site_connections 100;
limit_conn_status 429;

set $site_policy "${filePolicy}";
set $site_caching "no-store";
set $site_retry_after "";
${headerLines(headers)}
error_page 400 403 404 405 408 413 414 416 429 $site_not_found;
error_page 494 =431 $site_not_found;

${[...fileLocations(site), ...assetLocations(site)].join('\n')}
# The service answers with headers of its own; the one here keeps those above away from it.
${location(`= ${contactEndpoint}`, [
  'add_header x-robots-tag "noindex" always;',
  'client_max_body_size 1m;',
  'if ($site_contact_service = "") {\n    return 404;\n  }',
  'proxy_pass $site_contact_service;',
  'proxy_set_header Host $host;',
  'proxy_set_header X-Forwarded-For $remote_addr;',
  ...contactRetries,
  'proxy_connect_timeout 5s;',
  'proxy_read_timeout 30s;',
])}
# Only what is named above is there. What is nearly right leads to its true address.
${location('/', [
  'set $site_caching "public, max-age=3600";',
  'if ($site_near_miss) {\n    return 301 $site_near_miss$is_args$args;\n  }',
  'return 404;',
])}
${outageLocations(outage)}`
}

/** One location for each file that keeps its address or has a policy of its own. */
function fileLocations({ files, earlier, notFound }: BuiltSite): string[] {
  const notFoundPages = Object.values(notFound)
  return Object.entries({ ...earlier, ...files })
    .filter(([, file]) => !isOrdinaryAsset(file))
    .map(([address, file]) => {
      // A not-found page is no address of its own: nginx alone goes there.
      if (notFoundPages.includes(address))
        return location(`= /${file.path}`, ['internal;', ...serving(file, 'no-store', `/${file.path}`)])
      return location(`= "${address}"`, serving(file, file.immutable ? immutable : revalidated, `/${file.path}`))
    })
}

/** All other files have a hash in their name and lie below /assets: one location for each kind. */
function assetLocations({ files, earlier }: BuiltSite): string[] {
  const extensions = new Set(
    Object.values({ ...earlier, ...files })
      .filter(isOrdinaryAsset)
      .map((file) => extname(file.path)),
  )
  return [...extensions].map((extension) =>
    location(`~ "^/assets/.+\\${extension}$"`, [
      `set $site_caching "${immutable}";`,
      ...formsOf(mediaTypes[extension] ?? '', '$uri'),
    ]),
  )
}

const isOrdinaryAsset = ({ immutable, contentSecurityPolicy, path }: BuiltFile) =>
  immutable && contentSecurityPolicy === filePolicy && path.startsWith('assets/')

const serving = ({ type, contentSecurityPolicy }: BuiltFile, caching: string, path: string) => [
  `set $site_policy "${contentSecurityPolicy}";`,
  `set $site_caching "${caching}";`,
  ...formsOf(type, path),
]

/** The form that the browser accepts, or the plain one, all of the one type. */
const formsOf = (type: string, path: string) => [
  'types {}',
  `default_type "${type}";`,
  `try_files "${path}$site_form" "${path}" =404;`,
]

/** Named in Accept-Encoding, or meant by its star, and not refused with a weight of 0 (RFC 9110 section 12.5.3). */
const accepts = (encoding: string) =>
  `~*(?:^|[,\\s])(?:${encoding}|\\*)(?!\\s*;\\s*q=0(?:\\.0*)?(?:\\s|,|$))(?=[\\s,;]|$)`
