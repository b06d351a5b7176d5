// Deployment files: the image contains every part of the package, and systemd accepts the unit.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAIN, temporaryDirectory } from '../crash/process.ts';

const PROJECT = join(MAIN, '../..');
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

test('the Docker image contains every part of the package', () => {
  const { files } = JSON.parse(read('package.json')) as { files: string[] };
  const [, image = ''] = read('Dockerfile')
    .split(/^FROM .*$/m)
    .slice(1);
  const copied = [...image.matchAll(/^COPY (?:--from=build \/build\/)?(\S+) (\S+)$/gm)].map(([, from, to]) => [
    from,
    to,
  ]);
  // The image is installed by package-lock.json instead.
  const parts = files.filter((part) => part !== 'npm-shrinkwrap.json');
  expect(copied).toEqual(expect.arrayContaining(parts.map((part) => [part, part])));
});

test('the build stage of the image copies the files that it needs, and .dockerignore admits them', () => {
  const [, build = ''] = read('Dockerfile').split(/^FROM .*$/m);
  const copied = [...build.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
  expect(copied).toEqual(
    expect.arrayContaining(['package.json', 'tsconfig.build.json', 'src', 'client', 'devnet', 'web']),
  );
  const letIn = read('.dockerignore').split('\n');
  for (const name of copied) expect(letIn).toContain(`!${name}`);
});

test('the image installs packages by the lockfile alone, which has a hash for every package', () => {
  const runs = [...read('Dockerfile').matchAll(/^RUN (.+)$/gm)].flatMap(([, line = '']) => line.split(/\s*&&\s*/));
  const npm = runs.filter((run) => /^(npm|npx) /.test(run)).map((run) => run.split(' --')[0]);
  expect(npm).toEqual(['npm ci', 'npm run build', 'npm ci']);
  expect(runs.filter((run) => run.startsWith('npm ci')).every((run) => run.includes('--ignore-scripts'))).toBe(true);
  type Needs = Readonly<Record<string, unknown>>;
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Needs>> };
  const { '': root, ...others } = packages;
  // `npm ci` refuses if these differ.
  const own = JSON.parse(read('package.json')) as Needs;
  for (const needs of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    expect([needs, root?.[needs]]).toEqual([needs, own[needs]]);
  }
  const loose = Object.entries(others).filter(([, { integrity, link, inBundle }]) => !(integrity ?? link ?? inBundle));
  expect(loose.map(([name]) => name)).toEqual([]);
});

const ANALYZE = '/usr/bin/systemd-analyze';

test.skipIf(!existsSync(ANALYZE))('systemd finds no fault with the unit', () => {
  const unit = join(temporaryDirectory(), 'millpond.service');
  // The program may not be installed here.
  writeFileSync(unit, read('ops/millpond.service').replace('/usr/local/bin/millpond', process.execPath));
  expect(execFileSync(ANALYZE, ['verify', unit], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })).toBe('');
});
