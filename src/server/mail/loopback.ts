/** Whether a host, by name or address, is this very machine. An IPv6 address may be in brackets, as in a URL. */
export const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host)
