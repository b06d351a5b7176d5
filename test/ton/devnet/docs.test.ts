// The sample of the documentation runs as it stands there.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { serveDevnet } from '../../../src/ton/devnet/server.ts';
import { useTempFolder } from '../../temp-folder.ts';
import { placeDevnet } from './devnet.ts';

const inFolder = useTempFolder();

test('swap.mjs buys STON', async () => {
  const [, sample = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/ton.md', 'utf8')) ?? [];
  const folder = inFolder('data/devnet');
  await placeDevnet(folder);
  const server = await serveDevnet({ folder, blockMs: 0, host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.stop());
  // Where it finds the packages that a reader is told to install.
  const place = resolve('node_modules/.cache/samples');
  mkdirSync(place, { recursive: true });
  const file = join(place, `swap-${process.pid}.mjs`);
  writeFileSync(file, sample);
  onTestFinished(() => rmSync(file));
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: inFolder('.') });
  const [, bought = '0'] = /^bought (\d+) of 1000000000 parts of a STON\n$/.exec(stdout) ?? [];
  // A STON is 0.625 USDT in the demo market.
  expect(Number(bought) / 1e9).toBeCloseTo(16, 0);
});
