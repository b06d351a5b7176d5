// How the page is built: one entry, the chart and the screens in pieces of their own, nothing inline.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogues } from './catalogues.ts';
import { licenses } from './licenses.ts';

const isEntry = (file: string): boolean => file.startsWith('assets/index-');

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), catalogues(), licenses()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // What the policy of the page does not allow to be inline.
    assetsInlineLimit: 0,
    // Together it is smaller than the pieces, and no screen comes without its own.
    cssCodeSplit: false,
    // Whoever asks has the entry already; Firefox takes it for an error to be told to load it again.
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => !isEntry(file)) },
    reportCompressedSize: false,
    // On a busy machine it is slow, which is nobody's fault and tells who installs it nothing.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    // `npm run dev:web` beside a running exchange.
    proxy: { '^/[a-z]+[A-Z]\\w*|^/(whoami|events|bulk)\\b': 'http://127.0.0.1:8080' },
  },
});
