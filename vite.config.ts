import { basename } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { browserBuild, vendorChunk } from './src/generator/browser-code.ts'
import { allPageKinds } from './src/shared/pages.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  publicDir: false,
  appType: 'custom',
  // A class says where it is written, and says the same in every page: that compresses better than a hash.
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
            // Chromium then compiles while it downloads, beside the page, and not at the first call, in the visitor's way
            // (WICG, "Explicit JavaScript Compile Hints"); for other browsers it is a comment.
            postBanner: '//# allFunctionsCalledOnLoad',
            // React changes seldom: visitors who return after an update keep its file.
            codeSplitting: {
              groups: [
                { name: vendorChunk, test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                // What the entry and most kinds of page share, and what most share that the home page has not: two files, not eight.
                {
                  name: 'shared',
                  test: /src[\\/](shared[\\/](interpolate|languages|phone-link)|site[\\/]components[\\/](icon|mark|rich-text|titled-text)[\\/])/,
                },
                { name: 'inner-page', test: /src[\\/]site[\\/]components[\\/](page-heading|review|sources)[\\/]/ },
              ],
            },
          },
          // A warning about a slow machine is nothing to correct here.
          checks: { pluginTimings: false },
        },
      },
}))
