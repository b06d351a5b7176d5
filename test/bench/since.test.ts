// Which version this one is compared with, and when it counts as worse.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lastRelease } from '../../bench/earlier.ts';
import type { Row } from '../../bench/row.ts';
import { isWorse } from '../../bench/rows/since.ts';

const RATE: Row = { name: 'rate', title: '', unit: '×', bar: 0.97, means: '' };
const COST: Row = { ...RATE, bar: 1.03, lowerIsBetter: true };

test('a version is not worse if it loses at most 3 %, or loses in fewer than three rounds of four', () => {
  expect(isWorse(RATE, [0.97, 0.98, 1, 0.975])).toBe(false);
  expect(isWorse(RATE, [0.5, 0.5, 1, 1])).toBe(false);
  expect(isWorse(COST, [1.03, 1.02, 1, 0.9])).toBe(false);
  expect(isWorse(COST, [2, 2, 1, 1])).toBe(false);
});

test('a version is worse if it loses more than 3 % in three rounds of four', () => {
  expect(isWorse(RATE, [0.969, 0.96, 0.9, 1.2])).toBe(true);
  expect(isWorse(COST, [1.031, 1.04, 1.1, 0.8])).toBe(true);
});

test('a version that could not be measured is not worse', () => {
  expect(isWorse(COST, [Number.NaN, Number.NaN])).toBe(false);
});

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' });

test('a version is compared with the commit that set the version in package.json, which needs no tag', () => {
  const versionIn = (manifest: string) => /"version": "(.*)"/.exec(manifest)?.[1];
  const release = lastRelease() as string;
  expect(versionIn(git('show', `${release}:package.json`))).toBe(versionIn(readFileSync('package.json', 'utf8')));
  const changed = git('show', '--format=', release, '--', 'package.json');
  expect(changed).toMatch(/^\+ {2}"version": /m);
});
