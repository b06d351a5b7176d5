// What the page may weigh, as it comes over the wire; `npm run check` holds it to that.
import { readdirSync, readFileSync } from 'node:fs';

const page = readFileSync(new URL('dist/web/index.html', import.meta.url), 'utf8');
/** What the first screen needs, as the page itself names it. */
const first = (kind) =>
  [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)]
    .map(([, file]) => `dist/web/${file}`)
    .filter((file) => file.endsWith(kind));

const languages = readdirSync(new URL('dist/web/assets', import.meta.url)).flatMap(
  (file) => /^words-(\w+)-[^.]+\.js$/.exec(file)?.[1] ?? [],
);

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
    limit: '4 kB',
    gzip: true,
  })),
  { name: 'chart', path: 'dist/web/assets/chart-*.js', limit: '60 kB', gzip: true },
  { name: 'connection to wallets', path: 'dist/web/assets/connection-*.js', limit: '40 kB', gzip: true },
  { name: 'style', path: 'dist/web/assets/*.css', limit: '12.5 kB', gzip: true },
  { name: 'fonts', path: 'dist/web/assets/*-latin-*.woff2', limit: '75 kB', gzip: false, brotli: false },
  { name: 'fonts for Russian', path: 'dist/web/assets/*-cyrillic-*.woff2', limit: '55 kB', gzip: false, brotli: false },
];
