// Preloaded in every thread (`node --import`): redirects imports and threads of the program's modules, by URL, to the bundle of this run,
// which the first of them builds: most runs while editing start neither a program nor a thread. Modules that are not in it are loaded from
// their sources. Plain JavaScript, so that no thread needs to load the compiler of types for it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const ROOT = new URL('../../', import.meta.url);
const SOURCE = new URL('src/', ROOT).href;
const folder = new URL(import.meta.url).searchParams.get('bundle');

let isBuilt = false;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith(SOURCE)) {
      if (!isBuilt && !existsSync(folder)) build();
      isBuilt = true;
      const bundled = new URL(specifier.slice(SOURCE.length).replace(/\.ts$/, '.js'), pathToFileURL(`${folder}/`));
      if (existsSync(bundled)) return { url: bundled.href, shortCircuit: true };
    }
    return next(specifier, context);
  },
});

/** In a process of its own, since a module is resolved synchronously. */
function build() {
  const { NODE_OPTIONS, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ['test/bundle/build.ts', folder], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The program could not be bundled for tests: ${stderr}`);
}
