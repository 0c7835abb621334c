import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type MessageState, type MessageStore, messageStates } from '../../server/messages/message-store.ts'
import type { Settings } from '../../settings.ts'
import { CommandError, UsageError } from '../../shared/command-error.ts'

/** What a command works with. */
export type Inbox = {
  store: MessageStore
  settings: Settings
  now: Date
  /** The width of the terminal. */
  columns: number
  /** Tells something before the result. */
  say(text: string): void
  /** Asks the person at the terminal; undefined where there is nobody to ask. */
  confirm: ((question: string) => Promise<boolean>) | undefined
}

/** What came of a command: for a person, whole lines; for a machine (`--json`), one document. */
export type Report = { text: string; json: unknown }

type Work = (inbox: Inbox) => Promise<Report>

/** One of the inbox's commands. */
export type Command = {
  /** What follows the command's name. */
  usage: string
  /** What it does, in a line. */
  does: string
  /** The rest of its manual. */
  help: string
  /** Reads what was typed after the name. @throws UsageError */
  read(args: string[]): { json: boolean; work: Work }
}

const commonOptions = { json: { type: 'boolean' } } as const

type Values<Options extends ParseArgsOptionsConfig> = {
  [Name in keyof Options]?: Options[Name]['type'] extends 'boolean' ? boolean : string
} & { json?: boolean }

type Definition<Options extends ParseArgsOptionsConfig> = Omit<Command, 'read'> & {
  options: Options
  /** Whether the ids of messages may follow. */
  takesIds: boolean
  /** @throws UsageError when options do not go together */
  prepare(values: Values<Options>, ids: string[]): Work
}

export function defineCommand<const Options extends ParseArgsOptionsConfig>(definition: Definition<Options>): Command {
  const { usage, does, help, options, takesIds, prepare } = definition
  return {
    usage,
    does,
    help,
    read(args) {
      const { values, positionals } = parse(args, { ...options, ...commonOptions }, takesIds)
      return { json: values.json === true, work: prepare(values as Values<Options>, positionals) }
    },
  }
}

function parse(args: string[], options: ParseArgsOptionsConfig, allowPositionals: boolean) {
  try {
    return parseArgs({ args, options, allowPositionals, strict: true })
  } catch (error) {
    if (!String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')) throw error
    throw new UsageError(`${(error as Error).message.replace(/\.$/, '')}.`)
  }
}

/** @throws UsageError when it is no state */
export function readState(value: string | undefined): MessageState | undefined {
  const state = messageStates.find((state) => state === value)
  if (value !== undefined && !state)
    throw new UsageError(`"${value}" is no state. The states are ${messageStates.join(', ')}.`)
  return state
}

/**
 * Asks before something that cannot be undone. Where there is no terminal to ask at, whoever wrote the script has decided.
 * @throws CommandError when the answer is no
 */
export async function agree({ confirm }: Inbox, question: string, refusal: string): Promise<void> {
  if (confirm && !(await confirm(question))) throw new CommandError(refusal)
}
