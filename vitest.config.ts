import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The tests that need a PostgreSQL server, and share one. */
const stores = ['src/server/messages/message-*.test.ts', 'src/server/messages/postgres/*.test.ts']

// Generous, because a test must not fail for a slow machine: a limit is what stops one that hangs, not what it asserts.
const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 300_000, interval: 25 } } }

/** Tests that wait for minutes begin first, and those that need the processor fill the time beside them. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const waits = ({ project }: TestSpecification) => project.name === 'messages'
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))]
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/support/**/*.test.ts'],
          exclude: stores,
          ...limits,
        },
      },
      { test: { name: 'stores', include: stores, globalSetup: 'tests/support/shared-postgres.ts', ...limits } },
      // Over the built site: `npm test` builds it first.
      { test: { name: 'build', include: ['tests/build/**/*.test.ts'], ...limits } },
      // Real server processes, mail servers and disks.
      { test: { name: 'messages', include: ['tests/messages/**/*.test.ts'], ...limits } },
      // On every system where somebody edits or tries the site: `npm run smoke`.
      { test: { name: 'smoke', include: ['tests/smoke/*.test.ts'], ...limits } },
      // The whole of it behind nginx, under systemd and as an image: `npm run check -- --deploy`, no part of `npm test`.
      { test: { name: 'deployment', include: ['tests/deployment/**/*.test.ts'], ...limits } },
    ],
    sequence: { sequencer: WaitingFirst },
    // More than there are processors: most of a test's time is spent waiting, for processes, disks and browsers.
    maxWorkers: availableParallelism() * 2,
  },
})
