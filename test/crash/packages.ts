// Lets a program import the packages of this repository from their source; named by --import.
import { registerHooks } from 'node:module';

const PACKAGES: Readonly<Record<string, string>> = {
  '@millpond/client': '../../client/src/client.ts',
  '@millpond/ccxt': '../../integrations/ccxt/src/millpond.ts',
};

registerHooks({
  resolve(specifier, context, next) {
    const source = PACKAGES[specifier];
    if (source === undefined) return next(specifier, context);
    return { url: new URL(source, import.meta.url).href, format: 'module-typescript', shortCircuit: true };
  },
});
