// Bundles the package into one file of CommonJS, which jest loads as it is, with the code that it shares with the exchange.
import { readFileSync } from 'node:fs';

/** TypeBox is only published as ES modules, so that it is bundled too. */
const license = readFileSync(new URL('../node_modules/typebox/license', import.meta.url), 'utf8');

export default {
  input: 'src/index.ts',
  platform: 'node',
  external: /^(node:|fastify$|@ton\/)/,
  output: { file: 'dist/index.js', format: 'cjs', banner: `/*!\nContains parts of TypeBox:\n\n${license}*/` },
};
