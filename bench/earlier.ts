// An earlier version of the program, taken from the repository and built in a temporary folder.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The last commit that changed the version in package.json, tagged or not; undefined outside a repository. */
export function lastRelease(): string | undefined {
  try {
    return git('log', '-1', '--format=%H', '-G^  "version": ', '--', 'package.json').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Returns the arguments with which Node starts the earlier version; it is built once, without the web page, with this version's packages. */
export async function buildEarlier(ref: string, folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) await build(ref, folder);
  const program = join(folder, 'bin/millpond.cjs');
  // The first line of the script, `#!/usr/bin/env -S node --flag…`, has the flags of that version.
  const [firstLine = ''] = readFileSync(program, 'utf8').split('\n');
  return [...firstLine.split(' ').slice(3), program];
}

async function build(ref: string, folder: string): Promise<void> {
  await mkdir(folder);
  const archive = join(folder, 'source.tar');
  git('archive', '--format=tar', `--output=${archive}`, ref);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync(resolve('node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit' });
}

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' });
