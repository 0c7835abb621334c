import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'tests/support/**/*.test.ts'] } },
      // Over the built site: `npm test` builds it first. As generous as below.
      { test: { name: 'gates', include: ['tests/gates/**/*.test.ts'], testTimeout: 120_000 } },
      // Real server processes, mail servers and disks: generous, because a test must not fail for a slow machine.
      { test: { name: 'messages', include: ['tests/messages/**/*.test.ts'], testTimeout: 120_000 } },
      // The whole of it, as an operator runs it: several processes, proxies and databases, taken down and brought back.
      { test: { name: 'in service', include: ['tests/in-service/**/*.test.ts'], testTimeout: 120_000 } },
    ],
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
  },
})
