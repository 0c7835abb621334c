import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect } from '@playwright/test'
import type { findScreenReader } from '../programs.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { launchFirefox } from './browsers.ts'
import { startDisplay } from './display.ts'

export type ScreenReader = Awaited<ReturnType<typeof startScreenReader>>

/**
 * No echo of keys, and no reading of a whole document as it loads: both would mix with what tests wait for. No braille:
 * Orca gives up after ten seconds, eight of which it waits for whatever listens on the port of braille displays.
 */
const settings = {
  general: {
    enableKeyEcho: false,
    enableEchoByCharacter: false,
    sayAllOnLoad: false,
    pageSummaryOnLoad: false,
    enableBraille: false,
  },
  profiles: { default: { profile: ['Default', 'default'] } },
  pronunciations: {},
  keybindings: {},
}

/**
 * Writes down what is spoken, and speaks nothing: on a machine without a sound device the call would block Orca. Its own log
 * slows it down so much that it misses half of the events. Nor does it give up if something takes longer than ten seconds, as on a
 * busy machine.
 */
const customizations = (file: string) => `from orca import settings, speech
settings.timeoutTime = 0
spoken = open('${file}', 'w', buffering=1)
def write(text, *args, **options):
    spoken.write(text.replace('\\n', ' ') + '\\n')
speech._speak = write
`

/** Starts Orca and Firefox on a display and a session bus of their own. Orca writes down each phrase that it speaks. */
export async function startScreenReader(programs: ReturnType<typeof findScreenReader>) {
  // If something does not start, everything started before it ends too.
  await using begun = new AsyncDisposableStack()
  const { path: folder } = begun.use(temporaryFolder())
  const display = begun.use(await startDisplay(programs.display))
  const bus = spawn(programs.bus, ['--session', '--nofork', '--print-address=3'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, DISPLAY: display.name, XDG_RUNTIME_DIR: folder },
  })
  begun.adopt(bus, end)
  const [address] = await once(bus.stdio[3] as Readable, 'data')
  const env = {
    ...process.env,
    HOME: folder,
    LC_ALL: 'C.UTF-8',
    DISPLAY: display.name,
    XDG_RUNTIME_DIR: folder,
    DBUS_SESSION_BUS_ADDRESS: String(address).trim(),
    GNOME_ACCESSIBILITY: '1',
    NO_AT_BRIDGE: '0',
  }
  mkdirSync(join(folder, 'orca'))
  writeFileSync(join(folder, 'orca/user-settings.conf'), JSON.stringify(settings))
  const file = join(folder, 'spoken')
  writeFileSync(join(folder, 'orca/orca-customizations.py'), customizations(file))
  const orca = spawn(programs.orca, ['--replace', '--user-prefs', join(folder, 'orca')], { env, stdio: 'ignore' })
  begun.adopt(orca, end)
  const spoken = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])
  await expect.poll(() => spoken().length, { message: 'Orca is up', timeout: 60_000 }).toBeGreaterThan(0)
  const browser = begun.use(await launchFirefox(programs.firefox, { headless: false, env }))
  const keyboard = (...args: string[]) => spawnSync(programs.keyboard, args, { env })
  // There is no window manager that would give the window the keyboard.
  keyboard('search', '--sync', '--onlyvisible', '--class', 'firefox', 'windowfocus', '--sync')
  // From the address bar, where Firefox begins, into the page.
  keyboard('key', 'F6')
  const all = begun.move()
  return {
    browser,
    /** Every phrase that it has spoken since it began. */
    spoken,
    /** Presses a key on the keyboard itself, so that the screen reader hears it too: an X keysym, such as Down. */
    press: (...keys: string[]) => void keyboard('key', ...keys),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
