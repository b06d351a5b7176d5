// Builds the page if its sources have changed. Runs on any Node version: without Vite it prints a message and succeeds.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist/web');
const stampFile = join(out, '.stamp');

/** All files below a folder, in the same order on every machine. */
function* filesBelow(path) {
  if (!statSync(path).isDirectory()) return void (yield path);
  for (const name of readdirSync(path).sort()) if (!/\.test\.tsx?$/.test(name)) yield* filesBelow(join(path, name));
}

function stampOf() {
  const hash = createHash('sha256');
  for (const part of ['web', 'client/src', 'package.json', 'package-lock.json'])
    for (const file of filesBelow(join(root, part)))
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

const isBuilt = (stamp) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;

/** Compressed once at build time, since files are served often. */
async function compress(folder) {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  for (const file of filesBelow(folder)) {
    if (!/\.(js|css|html|svg|txt)$/.test(file)) continue;
    const text = readFileSync(file);
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(text, best));
    writeFileSync(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
  }
}

async function main() {
  if (!existsSync(join(root, 'web/src'))) return;
  const stamp = stampOf();
  if (isBuilt(stamp)) return;
  const vite = await import('vite').catch(() => null);
  if (vite === null) {
    console.log(
      'The page is not built: Vite is not installed. The exchange works without it; `npm install` brings it.',
    );
    return;
  }
  const started = Date.now();
  // Built elsewhere and moved into place whole: until then the old page is served, and a partial build is never packed.
  const fresh = join(root, `node_modules/.cache/web-${process.pid}`);
  await vite.build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } });
  await compress(fresh);
  writeFileSync(join(fresh, '.stamp'), stamp);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(dirname(out), { recursive: true });
  try {
    renameSync(fresh, out);
  } catch (error) {
    // Another process has built the same sources meanwhile.
    rmSync(fresh, { recursive: true, force: true });
    if (!isBuilt(stamp)) throw error;
  }
  console.log(`The page is built, in ${Date.now() - started} ms.`);
}

await main();
