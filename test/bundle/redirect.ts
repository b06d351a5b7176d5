// Loaded before anything else (`node --import`), in every thread: whoever starts or imports a part of the program by its address gets it
// from the bundle that this is a part of. What is not in it is loaded as it is written.
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
