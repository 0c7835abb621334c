import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The steps at which a mail server answers, in this order (RFC 5321 section 4.1.4); `mail` is the end of the data. */
export type Step = 'connection' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'mail'

/**
 * What it does instead of a positive reply: no reply until the test continues, a reply that goes on line by line without
 * end, closing the connection, or another reply.
 */
type Conduct = 'yes' | 'hold' | 'trickle' | 'hang up' | { reply: string }

const yes: Record<Step, string> = {
  connection: '220 mail.example.org ESMTP',
  EHLO: '250-mail.example.org\r\n250 8BITMIME',
  MAIL: '250 Sender taken',
  RCPT: '250 Recipient taken',
  DATA: '354 Go on',
  mail: '250 Taken',
}
const trickleMs = 50

/**
 * A mail server that does what the test sets for each step, and records what it received, even if it never replies. It knows
 * only the protocol's basic commands.
 */
export async function startStrictMailServer() {
  const conducts = new Map<Step, Conduct | (() => Conduct)>()
  const sockets = new Set<Socket>()
  const taken: ReturnType<typeof readMail>[] = []
  const faults: string[] = []
  const reached: Record<Step, number> = { connection: 0, EHLO: 0, MAIL: 0, RCPT: 0, DATA: 0, mail: 0 }
  let held: (() => void)[] = []

  function reach(step: Step, socket: Socket): void {
    reached[step]++
    const chosen = conducts.get(step) ?? 'yes'
    const conduct = typeof chosen === 'function' ? chosen() : chosen
    const answer = (line: string) => void (socket.writable && socket.write(`${line}\r\n`))
    if (conduct === 'hang up') return void socket.destroy()
    if (conduct === 'yes') return void answer(yes[step])
    if (typeof conduct === 'object') return void answer(conduct.reply)
    const trickle =
      conduct === 'trickle' ? setInterval(() => answer(`${yes[step].slice(0, 3)}-still at it`), trickleMs) : undefined
    socket.once('close', () => clearInterval(trickle))
    held.push(() => {
      clearInterval(trickle)
      answer(yes[step])
    })
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let unread = ''
    let isData = false
    let envelope: string[] = []
    reach('connection', socket)
    socket.on('data', (part) => {
      unread += part.toString('latin1')
      while (!socket.destroyed) {
        const ending = isData ? '\r\n.\r\n' : '\r\n'
        const end = unread.indexOf(ending)
        if (end < 0) return
        const text = unread.slice(0, end)
        unread = unread.slice(end + ending.length)
        if (isData) take(Buffer.from(text, 'latin1').toString('utf8').replace(/^\.\./gm, '.'))
        else obey(text)
      }
    })

    function take(raw: string): void {
      if (/[^\r]\n|\r[^\n]/.test(raw)) faults.push('a bare line feed or carriage return')
      isData = false
      taken.push(readMail(raw, envelope))
      reach('mail', socket)
    }

    function obey(line: string): void {
      const step = line.slice(0, 4).toUpperCase() as Step | 'QUIT'
      if (step === 'QUIT') return void socket.end('221 Bye\r\n')
      if (!(step in yes)) return void socket.write('503 Not now\r\n')
      if (step === 'MAIL') envelope = []
      envelope.push(...(/<(.*)>/.exec(line)?.slice(1) ?? []))
      isData = step === 'DATA' && (conducts.get('DATA') ?? 'yes') === 'yes'
      reach(step, socket)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Every mail that it received completely, whatever it replied. */
    taken,
    /** What a client may not send. */
    faults,
    /** How often each step was reached. */
    reached,
    /** How many connections are open. */
    open: () => sockets.size,
    /** Sets what it does at a step from now on, or at each time. */
    behave: (step: Step, conduct: Conduct | (() => Conduct)) => void conducts.set(step, conduct),
    /** Sends a positive reply to all that are waiting, and from now on. */
    release() {
      conducts.clear()
      for (const answer of held) answer()
      held = []
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * @param raw the data, without the dots that the protocol adds
 * @param envelope the sender's address and the recipients'
 */
function readMail(raw: string, envelope: string[]) {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim() ?? ''
  return {
    raw,
    envelope,
    messageId: header('Message-ID'),
    /** The visitor's name. */
    from: header('Reply-To').replace(/"|\s*<.*/g, ''),
    mayBeRepeat: header('X-May-Be-Repeat') === 'yes',
  }
}
