// Builds the page: one entry, the chart and the screens as chunks of their own, nothing inline.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogues } from './catalogues.ts';
import { licenses } from './licenses.ts';

const isEntry = (file: string): boolean => file.startsWith('assets/index-');

/** Modules of the first load that other chunks import too, with all that they import. */
const SHARED =
  /web\/src\/(exact\/|words\/|parts\/(Button|Notice|hold|piece)\.tsx|data\/(account|live\/live|quote-choice|tokens|use)\.ts)/;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), catalogues(), licenses()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The page's content security policy forbids inline assets.
    assetsInlineLimit: 0,
    // Leaves out the entry, which is already loaded: Firefox reports an error if it is preloaded again.
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => !isEntry(file)) },
    reportCompressedSize: false,
    // Hides timing warnings: on a busy machine they mean nothing to people who install the package.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // One chunk compresses better than the many small ones into which the bundler splits what screens share.
      output: { codeSplitting: { groups: [{ name: 'shared', test: SHARED }] } },
    },
  },
  server: {
    // For `npm run dev:web` next to a running exchange.
    proxy: { '^/[a-z]+[A-Z]\\w*|^/(whoami|events|bulk|tile)\\b': 'http://127.0.0.1:8080' },
  },
});
