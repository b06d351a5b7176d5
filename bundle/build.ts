// Bundles the program into a few files, for `npm start` and for tests, and links them at the path given: loading a thousand modules takes
// most of a start and a quarter of the memory.
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

const { rolldown } = await import('rolldown').catch(() => {
  // As after `npm install --omit=dev`.
  console.log('The program is not bundled: rolldown is not installed. It runs from its source.');
  process.exit();
});
process.chdir(join(import.meta.dirname, '..'));
const FOLDER = resolve('node_modules/.cache/bundle');
/** Links to the bundle of the last `npm start`, which is the one that names no path. */
const STARTED = join(FOLDER, 'start');
const [link = STARTED] = process.argv.slice(2);
const DAY_MS = 86_400_000;

/** Modules that are started or imported by URL: the program, its threads, and what a store passes to them. */
const ENTRIES = [
  'src/main.ts',
  ...globSync(['src/**/thread.ts', 'src/store/*/{tail,journal}.ts', 'src/store/*/projection/projection.ts'], {
    // The chain emulator is not bundled: it must share one @ton/core with its callers.
    exclude: ['src/ton/devnet/thread.ts'],
  }),
];

mkdirSync(FOLDER, { recursive: true });
// Several threads of a run need the bundle at the same moment. The lock ends with the process, however it ends.
const lock = new DatabaseSync(`${FOLDER}.lock`, { timeout: 5 * 60_000 });
lock.exec('BEGIN EXCLUSIVE');
if (link === STARTED || !existsSync(link)) {
  const folder = await bundled();
  rmSync(link, { force: true });
  symlinkSync(folder, link);
}
lock.close();

/** The folder of the bundle, rebuilt if the sources have changed. */
async function bundled(): Promise<string> {
  const folder = join(FOLDER, stamp());
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    await make(unfinished);
    renameSync(unfinished, folder);
  }
  utimesSync(folder, new Date(), new Date());
  const inUse = [STARTED, ...(existsSync(STARTED) ? [realpathSync(STARTED)] : [])];
  for (const other of globSync(`${FOLDER}/*`))
    if (!inUse.includes(other) && Date.now() - lstatSync(other).mtimeMs > DAY_MS) rmSync(other, { recursive: true });
  return folder;
}

function stamp(): string {
  // A bundle contains the URLs of its sources, so it depends on the folder.
  const hash = createHash('sha256').update(resolve('.'));
  for (const file of [...globSync('{src,devnet/src,bundle}/**/*.ts').toSorted(), 'package-lock.json'])
    if (!file.endsWith('.test.ts')) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

async function make(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((file) => [file.replace(/^src\/(.*)\.ts$/, '$1'), file])),
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
