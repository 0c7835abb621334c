import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findHeadlessShell, shellArgs } from './tests/support/programs.ts'

/** Among the first, because they are the longest. */
const longest = Object.entries({
  engines: '**/journeys/{engines,spoken}.test.ts',
  editor: '**/journeys/{editor,office}.test.ts',
  'whole-browser': '**/journeys/whole-browser.test.ts',
})

export default defineConfig({
  testDir: 'tests/journeys',
  // Generous, because a test must not fail for a slow machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // More than there are processors: browsers wait for each other and for the network.
  workers: Math.ceil(availableParallelism() * 1.5),
  forbidOnly: true,
  reporter: 'list',
  outputDir: 'test-results/journeys',
  use: {
    // From what the server prints, below: it chooses a free port.
    baseURL: process.env.SERVER_ORIGIN,
    // Pages and frames may share a process: starting one takes as long as loading a page.
    launchOptions: { executablePath: findHeadlessShell(), args: [...shellArgs, '--renderer-process-limit=1'] },
    // A trace of every step takes a third of a journey's time. On the public host nobody can ask for it afterwards.
    trace: process.env.GITHUB_ACTIONS ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    ...longest.map(([name, testMatch]) => ({ name, testMatch })),
    { name: 'journeys', testIgnore: longest.map(([, testMatch]) => testMatch) },
  ],
  webServer: {
    command: `"${process.execPath}" src/cli/serve.ts`,
    wait: { stdout: /The site is up: open (?<server_origin>http\S+)/ },
    env: { PORT: '0', HOST: '127.0.0.1', DATA_DIR: 'test-results/data', CONTACT_LIMIT: '0' },
  },
})
