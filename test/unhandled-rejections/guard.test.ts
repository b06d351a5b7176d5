// A test that leaves a rejected promise unhandled fails by its own name, and no other test does.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../crash/process.ts';

test('an unhandled rejection fails the test in which it happens, and no other', () => {
  const folder = temporaryDirectory();
  const [config, report] = ['config.mjs', 'report.json'].map((name) => join(folder, name)) as [string, string];
  const settings = {
    include: ['test/unhandled-rejections/fixture.ts'],
    setupFiles: ['test/unhandled.ts'],
    reporters: ['json'],
    outputFile: report,
  };
  writeFileSync(config, `export default ${JSON.stringify({ root: resolve('.'), test: settings })};`);
  const { status } = spawnSync(resolve('node_modules/.bin/vitest'), ['run', '--config', config], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const found = testResults[0].assertionResults.map(({ title, status }: { title: string; status: string }) => [
    title,
    status,
  ]);
  expect(found).toEqual([
    ['leaves a promise to itself', 'failed'],
    ['handles its promise', 'passed'],
    ['handles it later in the same turn', 'passed'],
  ]);
  expect(testResults[0].assertionResults[0].failureMessages[0]).toContain('nobody handled it: Error: nobody looks');
});
