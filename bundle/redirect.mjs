// Preloaded in every thread (`node --import`): redirects imports and threads of the program's modules, by URL, to a bundle. Tests have it
// built by the first program or thread of a run: most runs while editing start none. Modules that are not in it are loaded from their
// sources. Plain JavaScript, so that no thread needs to load the compiler of types for it.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = new URL('../', import.meta.url);
const SOURCE = new URL('src/', ROOT).href;
/** A link to the bundle. */
const link = resolve(fileURLToPath(ROOT), new URL(import.meta.url).searchParams.get('bundle'));
/** The bundle itself: a program stays with it if the link moves on. */
let folder = existsSync(link) ? realpathSync(link) : undefined;
// Beside the code that it belongs to, so that they are removed together. NODE_COMPILE_CACHE names another place.
if (folder !== undefined) enableCompileCache(`${folder}/compiled`);

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith(SOURCE)) {
      folder ??= build();
      const bundled =
        folder && new URL(specifier.slice(SOURCE.length).replace(/\.ts$/, '.js'), pathToFileURL(`${folder}/`));
      if (folder && existsSync(bundled)) return { url: bundled.href, shortCircuit: true };
    }
    return next(specifier, context);
  },
});

/** In a process of its own, since a module is resolved synchronously. Returns false if nothing can be bundled here. */
function build() {
  const { NODE_OPTIONS, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ['bundle/build.ts', link], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The program could not be bundled: ${stderr}`);
  return existsSync(link) && realpathSync(link);
}
