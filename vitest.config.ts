import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { bundleProgram } from './test/bundle/bundle.ts';
import { DearestFiles } from './test/dearest-files.ts';
import { memoryFolder } from './test/memory-folder.ts';
import { SecondTries } from './test/second-tries.ts';
import { StalledRun } from './test/stalled-run.ts';
import { catalogues } from './web/catalogues.ts';

const report = process.env.VITEST_JSON_REPORT;
// For this process too, which starts PostgreSQL.
const inMemory = process.env.TMPDIR ? undefined : memoryFolder();
if (inMemory) process.env.TMPDIR = inMemory;

// What takes minutes and root runs only in `npm run test:long`.
const long = process.env.TEST_LONG ? ['test/**/*.long.ts'] : [];
const files = globSync([
  ...long,
  'src/**/*.test.ts',
  'client/src/**/*.test.ts',
  'web/src/**/*.test.ts',
  'test/**/*.test.ts',
]);
/** Core, router, exchange, API and SQLite, in this process: neither PostgreSQL nor a browser, nor programs that are killed. */
const isQuick = (file: string): boolean =>
  /^(web\/|client\/|src\/(?!cli\/)|test\/(http|client|router|store-contract|venue-contract)\/)/.test(file) &&
  !file.includes('postgres');

/** Those that take longest begin first: at the end one of them would keep one core busy and the other idle. */
const LONGEST = [
  'src/store/postgres/store',
  'browser/every-screen',
  'browser/chain',
  'postgres/nodes',
  'workers/workers',
  'crash/projector',
  'crash/shutdown',
  'postgres/unknown-outcome',
  'devnet/kill',
  'browser/docs',
  'readme/readme',
  'crash/webhooks',
  'postgres/outage',
  'engines/journey',
  'copy/copy',
  'package/package',
  'crash/kill-at-start',
  'src/store/sqlite/store',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // One project after the other, since its files share what a worker has imported.
    const turnOf = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return (project.name === 'quick' ? 1000 : 0) + (place < 0 ? LONGEST.length : place);
    };
    return (await super.sort(files)).toSorted((a, b) => turnOf(a) - turnOf(b));
  }
}

export default defineConfig({
  plugins: [catalogues()],
  test: {
    pool: 'forks',
    // No file keeps state in a module that others see, and importing the program for each would take longer than most tests.
    isolate: false,
    // A test that fails in between must not leave its clock or environment to the next.
    restoreMocks: true,
    unstubEnvs: true,
    setupFiles: ['test/equal-receipts.ts', 'test/english.ts', 'test/unhandled.ts'],
    // For the tests and for whatever they start, threads as well as programs.
    env: {
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/tests'),
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${await bundleProgram()}`.trim(),
    },
    // Much of the time a test waits: for a timer, a browser, a program that it has started.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // How long a busy machine takes is no reason to fail.
    expect: { poll: { timeout: 100_000 } },
    // A machine of others may stall for a minute. What needed the second try is named at the end, with its error.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', new DearestFiles(), new SecondTries(), new StalledRun(), ...(report ? ['json'] : [])],
    ...(report && { outputFile: { json: report } }),
    projects: [
      { extends: true, test: { name: 'quick', include: files.filter(isQuick) } },
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
