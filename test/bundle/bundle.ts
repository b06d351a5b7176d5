// Bundles the program into a few files for tests: loading a thousand modules takes most of a start.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const FOLDER = resolve('node_modules/.cache/bundle');
const DAY_MS = 86_400_000;

/** Modules that are started or imported by URL: the program, its threads, and what a store passes to them. */
const ENTRIES = [
  'src/main.ts',
  ...globSync(['src/**/thread.ts', 'src/store/*/{tail,journal}.ts', 'src/store/*/projection/projection.ts'], {
    // The chain emulator is not bundled: it must share one @ton/core with its callers.
    exclude: ['src/ton/devnet/thread.ts'],
  }),
];
const REDIRECT = 'test/bundle/redirect.ts';

/** The arguments with which Node runs the bundle instead of the sources; rebuilt if the sources have changed. */
export async function bundleProgram(): Promise<string> {
  const folder = join(FOLDER, stamp());
  if (!existsSync(folder)) {
    const made = `${folder}.${process.pid}`;
    await make(made);
    try {
      renameSync(made, folder);
    } catch {
      // Another run was faster.
      rmSync(made, { recursive: true });
    }
    for (const other of globSync(`${FOLDER}/*`))
      if (Date.now() - statSync(other).mtimeMs > DAY_MS) rmSync(other, { recursive: true, force: true });
  }
  return join(folder, 'redirect.js');
}

function stamp(): string {
  // A bundle contains the URLs of its sources, so it depends on the folder.
  const hash = createHash('sha256').update(resolve('.'));
  for (const file of [...globSync('{src,devnet/src,test/bundle}/**/*.ts').toSorted(), 'package-lock.json'])
    if (!file.endsWith('.test.ts')) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

async function make(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const nameOf = (file: string) => file.replace(/^(src|test\/bundle)\/(.*)\.ts$/, '$2');
  const bundle = await rolldown({
    input: Object.fromEntries([...ENTRIES, REDIRECT].map((file) => [nameOf(file), file])),
    platform: 'node',
    // It loads its native part relative to itself.
    external: ['sharp'],
    plugins: [
      {
        name: 'every module keeps its address',
        transform: (code, id) =>
          code.includes('import.meta.url') ? code.replaceAll('import.meta.url', `'${pathToFileURL(id).href}'`) : null,
      },
    ],
  });
  // One shared file for what every thread needs; of @ton/core only what an address needs.
  const core = {
    name: 'core',
    test: /src.(core|ports|address|store.(rows|writer))|@ton.core.dist.(address.Address|utils.crc16|inspect)/,
  };
  await bundle.write({ dir: folder, entryFileNames: '[name].js', codeSplitting: { groups: [core] } });
  await bundle.close();
}
