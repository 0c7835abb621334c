import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** The tests that need a PostgreSQL server, and share one. */
const stores = [
  'src/server/messages/message-*.test.ts',
  'src/database/postgres/*.test.ts',
  'src/office/act-store.test.ts',
  'tests/messages/database-away.test.ts',
]

/** Tests that replace a module for all that they import. */
const mocks = ['src/content/drafts.test.ts', 'src/site/web-vitals.test.ts']

// Generous, because a test must not fail for a slow machine: a limit is what stops one that hangs, not what it asserts. What is
// waited for comes within a second; if it never does, a minute is enough to know.
const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000, interval: 25 } } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...stores, ...mocks],
          // Loading the same modules for each file took two fifths of the time.
          isolate: false,
          ...limits,
        },
      },
      { test: { name: 'mocks', include: mocks, ...limits } },
      { test: { name: 'stores', include: stores, globalSetup: 'tests/support/shared-postgres.ts', ...limits } },
      // Over the built site: `npm test` builds it first.
      // As the server runs: React's development build takes twice the time.
      {
        test: {
          name: 'build',
          include: ['tests/build/**/*.test.ts'],
          env: { NODE_ENV: 'production' },
          isolate: false,
          ...limits,
        },
      },
      // Real server processes, mail servers and disks.
      { test: { name: 'messages', include: ['tests/messages/**/*.test.ts'], exclude: stores, ...limits } },
      // On every system where somebody edits or tries the site: `npm run smoke`.
      { test: { name: 'smoke', include: ['tests/smoke/*.test.ts'], ...limits } },
      // The whole of it behind nginx, under systemd and as an image: `npm run check -- --deploy`, no part of `npm test`.
      { test: { name: 'deployment', include: ['tests/deployment/**/*.test.ts'], ...limits } },
    ],
    // More than there are processors: most of a test's time is spent waiting, for processes, disks and browsers.
    maxWorkers: availableParallelism() * 2,
  },
})
