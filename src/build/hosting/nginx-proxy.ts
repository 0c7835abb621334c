import { contactEndpoint } from '../../shared/contact/message-rules.ts'
import { filePolicy, securityHeaders } from '../../shared/security-headers.ts'
import type { Outage } from '../outage.ts'
import { outageLocations, outageMaps } from './nginx-outage.ts'
import { headerLines, location } from './nginx-syntax.ts'

/**
 * To hand a message to the next server when this one does not answer, although it may have kept it already: nginx does
 * not do that by itself with a POST. Here it is safe, because the same submission is one message however often it comes.
 */
export const contactRetries = [
  'proxy_next_upstream error timeout non_idempotent;',
  'proxy_next_upstream_tries 3;',
  'proxy_next_upstream_timeout 25s;',
]

/** A header of one's own keeps those of the `server` block away, and without a value it is not sent. */
const ownHeadersOnly = 'add_header x-own "" always;'

/** What nginx must know once, in its `http` block, when the site's own server gives the pages. */
export function renderNginxProxyHttp(): string {
  return `# Written by the build. Include it in nginx's "http" block, where pages come from the site's own server.

${outageMaps()}
limit_conn_zone $binary_remote_addr zone=site_connections:10m;
`
}

/** What belongs in the `server` block, besides its name and certificate, when the site's own server gives the pages. */
export function renderNginxProxyServer(outage: Outage, origin: string): string {
  const headers = {
    ...securityHeaders(origin),
    'content-security-policy': '$site_policy',
    'cache-control': '$site_caching',
    'retry-after': '$site_retry_after',
  }
  return `# Written by the build. Include it in the "server" block of the site. An upstream "site_service" names the servers.

server_tokens off;
absolute_redirect off;
merge_slashes off;
gzip off;
# A line for each request would be a record of visitors. How many there are, the service's metrics say.
access_log off;

# What a client may take: time, bytes, connections. The service refuses smaller bodies itself, in the visitor's language.
client_header_timeout 15s;
client_body_timeout 15s;
send_timeout 30s;
keepalive_timeout 65s;
client_max_body_size 2m;
large_client_header_buffers 4 8k;
limit_conn site_connections 100;
limit_conn_status 429;

# A connection for each request: one that is kept could be closed by the service just as a message is put on it.
proxy_http_version 1.1;
proxy_set_header Host $host;
proxy_set_header X-Forwarded-For $remote_addr;
proxy_connect_timeout 5s;
proxy_read_timeout 30s;
proxy_next_upstream error timeout;
proxy_next_upstream_tries 3;
proxy_next_upstream_timeout 25s;

# For what nginx answers itself; the service's answers come with their own.
set $site_policy "${filePolicy}";
set $site_caching "no-store";
set $site_retry_after "";
${headerLines(headers)}
${location('/', [ownHeadersOnly, 'proxy_pass http://site_service;'])}
# While instances of two builds run side by side, one of them may not have a file that a page of the other asks for.
${location('/assets/', [ownHeadersOnly, 'proxy_next_upstream error timeout http_404;', 'proxy_pass http://site_service;'])}
${location(`= ${contactEndpoint}`, [ownHeadersOnly, ...contactRetries, 'proxy_pass http://site_service;'])}
${outageLocations(outage)}`
}
