/** If the tests run as root, the account for the servers that they start: "nobody", which has this number on every Linux. */
export const unprivilegedAccount = () => (process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined)
