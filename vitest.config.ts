import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}'] } },
      // Over the built site: `npm test` builds it first.
      { test: { name: 'gates', include: ['tests/gates/**/*.test.ts'] } },
    ],
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
  },
})
