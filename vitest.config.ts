import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const report = process.env.VITEST_JSON_REPORT;

const files = globSync(['src/**/*.test.ts', 'client/src/**/*.test.ts', 'web/src/**/*.test.ts', 'test/**/*.test.ts']);
/** Core, router, exchange, API and SQLite, in this process: neither PostgreSQL nor a browser, nor programs that are killed. */
const isQuick = (file: string): boolean =>
  /^(web\/|client\/|src\/(?!cli\/)|test\/(http|client|router|store-contract|venue-contract)\/)/.test(file) &&
  !file.includes('postgres');

/** Those that take longest begin first: at the end one of them would keep one core busy and the other idle. */
const LONGEST = [
  'src/store/postgres/store',
  'browser/every-screen',
  'postgres/unknown-outcome',
  'copy/copy',
  'postgres/nodes',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(`${name}.test.ts`));
    return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Stores start threads, and tests start many stores: what one has compiled, the next need not.
    env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/tests') },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report && { outputFile: { json: report } }),
    projects: [
      { extends: true, test: { name: 'quick', isolate: false, include: files.filter(isQuick) } },
      {
        extends: true,
        test: {
          name: 'thorough',
          include: files.filter((file) => !isQuick(file)),
          globalSetup: ['test/postgres/setup.ts'],
        },
      },
    ],
  },
});
