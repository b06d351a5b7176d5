// Size limits of the page as it is sent, enforced by `npm run check`.
import { readdirSync, readFileSync } from 'node:fs';

const page = readFileSync(new URL('dist/web/index.html', import.meta.url), 'utf8');
/** The files of the first load, as index.html names them. */
const first = (kind) =>
  [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)]
    .map(([, file]) => `dist/web/${file}`)
    .filter((file) => file.endsWith(kind));

/** Taken from the sources: the hash in the name of a built file may look like a language. */
const languages = readdirSync(new URL('web/src/words', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export default [
  { name: 'script of the first load', path: first('.js'), limit: '150 kB', gzip: true },
  // English is part of the first load; another language comes in its place.
  ...languages.map((language) => ({
    name: `texts in ${language}`,
    path: `dist/web/assets/words-${language}-*.js`,
    limit: '25 kB',
    gzip: true,
  })),
  ...languages.map((language) => ({
    name: `texts for operators in ${language}`,
    path: `dist/web/assets/operator-words-${language}-*.js`,
    limit: '9 kB',
    gzip: true,
  })),
  ...languages.map((language) => ({
    name: `texts of orders in ${language}`,
    path: `dist/web/assets/order-words-${language}-*.js`,
    limit: '5 kB',
    gzip: true,
  })),
  ...languages.map((language) => ({
    name: `texts of holdings and gains in ${language}`,
    path: `dist/web/assets/books-words-${language}-*.js`,
    limit: '3.5 kB',
    gzip: true,
  })),
  ...languages.map((language) => ({
    name: `texts of proofs in ${language}`,
    path: `dist/web/assets/proof-words-${language}-*.js`,
    limit: '4 kB',
    gzip: true,
  })),
  ...languages.map((language) => ({
    name: `texts of the market around the form in ${language}`,
    path: `dist/web/assets/trading-words-${language}-*.js`,
    limit: '2 kB',
    gzip: true,
  })),
  { name: 'market around the form', path: 'dist/web/assets/Trading-*.{js,css}', limit: '16 kB', gzip: true },
  {
    name: 'check of a receipt',
    path: 'dist/web/assets/{Checked,CheckSteps,own-proofs,SaveText}-*.js',
    limit: '10.5 kB',
    gzip: true,
  },
  { name: 'check of a balance', path: 'dist/web/assets/{CountedSheet,keep-own}-*.js', limit: '6.7 kB', gzip: true },
  { name: 'chart', path: 'dist/web/assets/chart-*.js', limit: '60 kB', gzip: true },
  { name: 'connection to wallets', path: 'dist/web/assets/connection-*.js', limit: '40 kB', gzip: true },
  { name: 'style of the first load', path: first('.css'), limit: '9 kB', gzip: true },
  { name: 'fonts', path: 'dist/web/assets/*-latin-*.woff2', limit: '75 kB', gzip: false, brotli: false },
  { name: 'fonts for Russian', path: 'dist/web/assets/*-cyrillic-*.woff2', limit: '55 kB', gzip: false, brotli: false },
];
