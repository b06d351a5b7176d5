// Preloaded in every thread (`node --import`): redirects imports and threads of the program's modules, by URL, to this bundle.
// Modules that are not in it are loaded from their sources.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const SOURCE = new URL('../../src/', import.meta.url).href;
const BUNDLE = pathToFileURL(`${import.meta.dirname}/`);

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith(SOURCE)) {
      const bundled = new URL(specifier.slice(SOURCE.length).replace(/\.ts$/, '.js'), BUNDLE);
      if (existsSync(bundled)) return { url: bundled.href, shortCircuit: true };
    }
    return next(specifier, context);
  },
});
