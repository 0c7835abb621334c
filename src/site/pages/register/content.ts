import type { Reader } from '../../../content/compose/reader.ts'
import { body, each, group, open, page, running, text, titled } from '../../../content/schema.ts'
import { decisionKinds, outcomes } from '../../../register/columns.ts'
import { exampleDay } from '../../../register/day.ts'
import type { Language } from '../../../shared/languages.ts'
import { longDate } from '../../../shared/long-date.ts'
import type { RegisterView } from '../../../shared/register-page.ts'
import { composeSearch, search } from '../../components/register-search/content.ts'

/** In the order of the list to choose from. */
const states = ['in-force', 'not-yet', 'suspended', 'withdrawn', 'expired', 'ended', 'replaced'] as const
const answers = ['covered', 'named', 'refused', ...states.slice(1), 'unknown', 'no_batch', 'no_day'] as const

const decision = text('day', 'last', 'replaced_by')
const countOf = (...variables: string[]) => each(['one', 'other'], text('count', ...variables))

const register = group({
  title: text(),
  lead: text(),
  search,
  choose: group({ title: text(), country: text(), product: text(), state: text(), all: text() }),
  published: text('count', 'published'),
  since: text('state', 'day'),
  download: group({ title: text(), link: text(), body: running() }),
  reading: titled(),
  results: group({
    found: countOf('query'),
    chosen: countOf(),
    near: group({ title: text('query'), body: running('query', 'count', 'published') }),
    batch: group({ title: text('query', 'count'), body: running('query', 'count', 'published') }),
    no_batch: group({ title: text('query'), body: running('query', 'published') }),
    none_chosen: titled(),
    none: group({ title: text('query'), body: running('query', 'published') }),
  }),
  pages: group({ title: text(), page: text('page', 'pages'), previous: text(), next: text() }),
  states: each(states, text()),
  sentences: group({
    ...each(states, text('from', 'until', 'day')).shape,
    replaced: text('day', 'replaced_by'),
  }),
  earlier: group({ kept: text(), batches: text('batches') }),
  history: group({
    title: text(),
    ...each(decisionKinds, decision).shape,
    suspended_day: decision,
    suspended_until: decision,
    reason: text('reason'),
    batches: text('batches'),
    corrected: text('day'),
    annulled: text('decision', 'day'),
  }),
  decisions: each(decisionKinds, text()),
  outcomes: each(outcomes, text()),
  pack: group({
    title: text(),
    packed: text(),
    packed_hint: text('example'),
    batch: text(),
    batch_hint: text(),
    submit: text(),
    again: text(),
    in_a_word: each(['yes', 'no', 'unknown'], text()),
    errors: each(['packed_invalid', 'packed_future', 'batch_invalid'], text('example')),
    answers: group({
      ...each(answers, text('packed', 'batch', 'decided', 'day', 'decision', 'replaced_by')).shape,
      compare: text(),
    }),
    ask: body(),
  }),
  differs: text(),
  specimen: text(),
  back: text(),
  certificate: text('number'),
  details: group({
    title: text(),
    number: text(),
    holder: text(),
    plant: text(),
    oval: text(),
    town: text(),
    covers: text(),
    activities: text(),
    brands: text(),
    from: text(),
    until: text(),
    corrected: text(),
  }),
  covers: open(text()),
  reasons: open(text()),
  everyday: open(text()),
  proof: group({ title: text(), body: running('address') }),
  sheet: group({ day: text('today'), code: text(), print: text(), proof: text('address') }),
  missing: group({ title: text('number'), body: running('number', 'example', 'published') }),
  wrong: group({ title: text('number'), body: running('number', 'example', 'published') }),
  unavailable: titled(),
  stale: text(),
})

const changes = group({ title: text(), lead: text(), feed: text(), none: text() })

export const texts = { register: page(register), register_changes: page(changes) }

/** `today` is the day in the site's time zone, on which the states depend, and `exampleDay` another one, in words. */
export type Content = ReturnType<typeof compose>

export const compose = (reader: Reader) => ({
  ...reader.read('register', register),
  changes: { ...reader.read('register_changes', changes), address: reader.addresses.register_changes },
  language: reader.language as Language,
  search: composeSearch(reader),
  // The server adds what is shown.
  today: '',
  exampleDay: longDate(exampleDay, reader.language),
  view: {} as RegisterView,
})
