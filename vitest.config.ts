import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { CpuReport } from './test/cpu-report.ts';
import { memoryFolder } from './test/memory-folder.ts';
import { SecondTries } from './test/second-tries.ts';
import { StalledRun } from './test/stalled-run.ts';
import { TIERS, type Tier, tierOf } from './test/tiers.ts';
import { catalogues } from './web/catalogues.ts';

const report = process.env.VITEST_JSON_REPORT;
// For this process too, which starts PostgreSQL.
const inMemory = process.env.TMPDIR ? undefined : memoryFolder();
if (inMemory) process.env.TMPDIR = inMemory;

const redirect = pathToFileURL('bundle/redirect.mjs');
redirect.searchParams.set('bundle', resolve('node_modules/.cache/bundle', `run-${process.pid}-${Date.now()}`));

// Files that need root and take minutes run only in `npm run test:long`.
const long = process.env.TEST_LONG ? ['test/**/*.long.ts'] : [];
const files = globSync([
  ...long,
  'src/**/*.test.ts',
  'client/src/**/*.test.ts',
  'integrations/**/*.test.ts',
  'devnet/{src,test}/**/*.test.ts',
  'web/src/**/*.test.ts',
  'test/**/*.test.ts',
]);
/** Those that take longest begin first: at the end one of them would keep one core busy and the other idle. */
const LONGEST = [
  'store/postgres/contract-versions',
  'store/postgres/contract-following',
  'browser/every-screen',
  'ton/venue/contract',
  'ton/venue/each-question',
  'contracts/gas-sweep',
  'package/package',
  'postgres/outage',
  'workers/shared-writer',
  'postgres/unknown-outcome',
  'crash/writer-thread',
  'browser/wallet',
  'browser/orders',
  'browser/chain',
  'postgres/nodes',
  'workers/workers',
  'engines/journey',
  'store/postgres/contract-access',
  'crash/projector',
  'crash/shutdown',
  'ton/devnet/kill',
  'readme/readme',
  'copy/copy',
  'store/postgres/contract-ledger',
  'ton/venue/http',
  'http/slow-readers',
  'http/event-readers',
  'store/sqlite/contract-following',
  'store/sqlite/contract-ledger',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // One project after the other, since its files share what a worker has imported.
    const turnOf = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return 1000 * TIERS.indexOf(project.name as Tier) + (place < 0 ? LONGEST.length : place);
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
    setupFiles: ['test/equal-receipts.ts', 'test/english.ts', 'test/unhandled.ts', 'test/cpu-meter.ts'],
    // For the tests and for whatever they start, threads as well as programs.
    env: {
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/tests'),
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${redirect}`.trim(),
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
    reporters: ['default', new CpuReport(), new SecondTries(), new StalledRun(), ...(report ? ['json'] : [])],
    ...(report && { outputFile: { json: report } }),
    projects: TIERS.map((name) => ({
      extends: true,
      test: {
        name,
        include: files.filter((file) => tierOf(file) === name),
        globalSetup: name === 'quick' ? [] : ['test/postgres/setup.ts'],
      },
    })),
  },
});
