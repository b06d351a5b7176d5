// The compiled code in the program matches the contract sources.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileContracts } from '../../contracts/compile.ts';

test('compiled.ts is what `npm run contracts` generates from the contract sources', async () => {
  expect(readFileSync('devnet/src/contracts/compiled.ts', 'utf8')).toBe(await compileContracts());
});
