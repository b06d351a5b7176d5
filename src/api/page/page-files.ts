// Reads the built page from its folder: every file once, with its compressed versions.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Asset } from './asset.ts';

/** The folder `dist/web`, relative to this file: outside of `src` if the sources are run, otherwise within `dist`. */
export const PAGE_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../dist/web' : '../../web', import.meta.url),
);

/** The files by path within the folder, such as `assets/index-1a2b3c.js`; undefined if the page is not built. */
export async function readPageFiles(folder: string): Promise<ReadonlyMap<string, Asset> | undefined> {
  const names = await namesIn(folder);
  if (!names.has('index.html')) return undefined;
  const read = (name: string) => readFile(join(folder, name));
  const assets = [...names].flatMap((name) => {
    const type = TYPES[extname(name)];
    return type === undefined ? [] : [{ name, type }];
  });
  return new Map(
    await Promise.all(
      assets.map(async ({ name, type }) => {
        const ready = ENCODINGS.filter(([, ending]) => names.has(name + ending));
        const encoded = ready.map(async ([encoding, ending]) => [encoding, await read(name + ending)] as const);
        return [name, new Asset(type, await read(name), await Promise.all(encoded))] as const;
      }),
    ),
  );
}

/** Names of regular files only: a symbolic link may lead out of the folder. */
async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return new Set(files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw error;
  }
}

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
};
