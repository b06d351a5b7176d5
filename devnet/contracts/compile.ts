// npm run contracts: compiles the contracts into devnet/src/contracts/compiled.ts, which is all that the program needs of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runTolkCompiler } from '@ton/tolk-js';

const CONTRACTS = ['jetton-minter', 'jetton-wallet', 'pton-minter', 'pton-wallet', 'router', 'pool', 'lp-account'];
const TARGET = new URL('../src/contracts/compiled.ts', import.meta.url);

/** The text of compiled.ts. */
export async function compileContracts(): Promise<string> {
  const lines = ['// Code of the contracts as bags of cells in base64: npm run contracts writes this file.', ''];
  for (const name of CONTRACTS) {
    const result = await runTolkCompiler({
      entrypointFileName: `${name}.tolk`,
      fsReadCallback: (path) => readFileSync(new URL(path, import.meta.url), 'utf8'),
    });
    if (result.status === 'error') throw new Error(result.message);
    const constant = name.replaceAll('-', '_').toUpperCase();
    lines.push('// biome-ignore format: generated', `export const ${constant} = '${result.codeBoc64}';`, '');
  }
  return lines.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, await compileContracts());
