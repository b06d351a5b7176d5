// Lets a program anywhere import the packages of this repository from their source, and those that it depends on; named by --import.
import { isBuiltin, registerHooks } from 'node:module';

const PACKAGES: Readonly<Record<string, string>> = {
  '@millpond/client': '../../client/src/client.ts',
  '@millpond/ccxt': '../../integrations/ccxt/src/millpond.ts',
};

registerHooks({
  resolve(specifier, context, next) {
    const source = PACKAGES[specifier];
    if (source !== undefined)
      return { url: new URL(source, import.meta.url).href, format: 'module-typescript', shortCircuit: true };
    const isPackage = /^[@\w]/.test(specifier) && !/^\w+:/.test(specifier) && !isBuiltin(specifier);
    const isOutside = isPackage && !context.parentURL?.includes('/node_modules/');
    return next(specifier, isOutside ? { ...context, parentURL: import.meta.url } : context);
  },
});
