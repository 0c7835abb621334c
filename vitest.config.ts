import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** The editor’s tests: the longest are among them. */
const editor = ['src/editor/**/*.test.ts']

/** The tests that need a PostgreSQL server, and share one. */
const stores = ['src/server/messages/message-*.test.ts', 'src/server/messages/postgres/*.test.ts']

const powerLoss = 'tests/messages/power-loss/*.test.ts'

// Generous, because a test must not fail for a slow machine: a limit is what stops one that hangs, not what it asserts.
const limits = { testTimeout: 300_000, hookTimeout: 300_000 }

export default defineConfig({
  test: {
    // They begin in the order of their names: what takes longest goes first, and the shortest tests fill what is left.
    projects: [
      { test: { name: 'editor', include: editor, ...limits } },
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/support/**/*.test.ts'],
          exclude: [...stores, ...editor],
          ...limits,
        },
      },
      { test: { name: 'stores', include: stores, globalSetup: 'tests/support/shared-postgres.ts', ...limits } },
      // Over the built site: `npm test` builds it first.
      { test: { name: 'build', include: ['tests/build/**/*.test.ts'], ...limits } },
      // Real server processes, mail servers and disks.
      { test: { name: 'messages', include: ['tests/messages/**/*.test.ts'], exclude: [powerLoss], ...limits } },
      // The whole of it behind nginx and under systemd, and power loss: `npm run check -- --deploy`, no part of `npm test`.
      { test: { name: 'deployment', include: ['tests/deployment/**/*.test.ts', powerLoss], ...limits } },
    ],
    // More than there are processors: most of a test's time is spent waiting, for processes, disks and browsers.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
  },
})
