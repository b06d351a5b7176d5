// The program in a few files instead of a thousand, as tests run it: reading a thousand takes most of the time that a start does.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const FOLDER = resolve('node_modules/.cache/bundle');
const DAY_MS = 86_400_000;

/** What is started or imported by its address: the program, its threads, and what a store hands to them. */
const ENTRIES = [
  'src/main.ts',
  ...globSync(['src/**/thread.ts', 'src/store/*/{tail,journal}.ts', 'src/store/*/projection/projection.ts'], {
    // The emulator of the chain stays as it is installed, and must meet the same @ton/core as whoever calls it.
    exclude: ['src/ton/devnet/thread.ts'],
  }),
];
const REDIRECT = 'test/bundle/redirect.ts';

/** Answers what Node has to load first in order to run the bundle in place of its source; made if the source has changed. */
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
  // A bundle has the addresses of its sources in it.
  const hash = createHash('sha256').update(resolve('.'));
  for (const file of [...globSync('{src,test/bundle}/**/*.ts').toSorted(), 'package-lock.json'])
    if (!file.endsWith('.test.ts')) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

async function make(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const nameOf = (file: string) => file.replace(/^(src|test\/bundle)\/(.*)\.ts$/, '$2');
  const bundle = await rolldown({
    input: Object.fromEntries([...ENTRIES, REDIRECT].map((file) => [nameOf(file), file])),
    platform: 'node',
    // It finds its own native part beside itself.
    external: ['sharp'],
    plugins: [
      {
        name: 'every module keeps its address',
        transform: (code, id) =>
          code.includes('import.meta.url') ? code.replaceAll('import.meta.url', `'${pathToFileURL(id).href}'`) : null,
      },
    ],
  });
  // What every thread needs, in one file; of @ton/core that is what an address takes, and none of the rest.
  const core = {
    name: 'core',
    test: /src.(core|ports|address|store.(rows|writer))|@ton.core.dist.(address.Address|utils.crc16|inspect)/,
  };
  await bundle.write({ dir: folder, entryFileNames: '[name].js', codeSplitting: { groups: [core] } });
  await bundle.close();
}
