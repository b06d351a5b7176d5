// The tiers of the suite: `npm test` runs quick and guards, `npm run test:rest` the rest, `npm run test:all` all three.

/** In the order in which their files begin: those of quick are short, and fill the cores at the end. */
export const TIERS = ['rest', 'guards', 'quick'] as const;
export type Tier = (typeof TIERS)[number];

/** For each thing that quick cannot test in its own process, a file or two that notice when it is broken altogether. */
export const GUARDS: readonly string[] = [
  'src/store/postgres/contract-ledger.test.ts',
  'test/browser/first-run.test.ts',
  'test/browser/fold.test.ts',
  'test/crash/kill.test.ts',
  'test/operations/every-call.test.ts',
  'test/ton/venue/http.test.ts',
];

/** Core, router, exchange, API and SQLite in the process of the test: no PostgreSQL, no browser, no program that is killed. */
const QUICK =
  /^(web\/|client\/|integrations\/|devnet\/src\/|src\/(?!cli\/)|test\/(http|client|router|store-contract|venue-contract)\/|test\/[^/]+$)/;

/** `file` is a path from the root of the repository. */
export function tierOf(file: string): Tier {
  if (GUARDS.includes(file)) return 'guards';
  return QUICK.test(file) && !file.includes('postgres') ? 'quick' : 'rest';
}
