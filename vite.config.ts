import { basename } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { browserBuild } from './src/generator/browser-code.ts'
import { allPageKinds } from './src/shared/pages.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  publicDir: false,
  appType: 'custom',
  // Class names contain the name of their file, and compress better than hashes.
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` } },
  build: isSsrBuild
    ? { outDir: 'dist/prerender' }
    : {
        outDir: 'dist/bundle',
        manifest: 'manifest.json',
        ...browserBuild,
        rolldownOptions: {
          input: ['src/site/entry-browser.tsx', ...allPageKinds.map((kind) => `src/site/pages/${kind}/${kind}.tsx`)],
          preserveEntrySignatures: 'exports-only',
          output: {
            // React changes seldom: visitors who return after an update have its file in the cache.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                // Code that the entry and most pages share, and code that most pages but the home page share: two files instead of eight.
                {
                  name: 'shared',
                  test: /src[\\/](shared[\\/](interpolate|languages|phone-link)|site[\\/]components[\\/](icon|rich-text|titled-text)[\\/])/,
                },
                { name: 'inner-page', test: /src[\\/]site[\\/]components[\\/](page-heading|sources)[\\/]/ },
              ],
            },
          },
          // It would warn of slow machines.
          checks: { pluginTimings: false },
        },
      },
}))
