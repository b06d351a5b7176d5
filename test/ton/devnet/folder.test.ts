// The folder of a devnet: what is written there, who may open it, and beginning anew.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditDevnet, Devnet } from '../../../src/ton/devnet/devnet.ts';
import { useTempFolder } from '../../temp-folder.ts';
import { placeDevnet } from './devnet.ts';

const inFolder = useTempFolder();

test('a devnet says in devnet.json what it is, to its owner alone, and after a restart the same', async () => {
  const folder = inFolder('devnet');
  await placeDevnet(folder);
  const devnet = await Devnet.start({ folder, blockMs: 0 });
  devnet.publish('http://127.0.0.1:8080');
  const path = join(folder, 'devnet.json');
  const written = JSON.parse(readFileSync(path, 'utf8'));
  expect(written).toEqual({ endpoint: 'http://127.0.0.1:8080/ton/api/v2/jsonRPC', ...devnet.info });
  expect(written).toMatchObject({
    version: 1,
    network: -217,
    tokens: [{ symbol: 'USDT' }, { symbol: 'STON' }, { symbol: 'NOT' }],
  });
  expect(written.faucet.mnemonic.split(' ').length).toBe(24);
  expect(statSync(path).mode & 0o077).toBe(0);
  await expect(Devnet.start({ folder, blockMs: 0 })).rejects.toThrow(
    'another process has this devnet open: stop it first',
  );
  await expect(Devnet.start({ folder, blockMs: 0, fresh: true })).rejects.toThrow(
    'another process has this devnet open',
  );
  await expect(auditDevnet(folder, () => {})).rejects.toThrow('another process has this devnet open: stop it first');
  await devnet.stop();
  const again = await Devnet.start({ folder, blockMs: 0 });
  expect(again.info).toEqual(devnet.info);
  await again.stop();
});

test('a fresh one has other keys, and one that was not finished is begun anew', async () => {
  const folder = inFolder('devnet');
  await placeDevnet(folder);
  const first = await Devnet.start({ folder, blockMs: 0 });
  await first.stop();
  writeFileSync(join(folder, 'devnet.db.new'), 'half a devnet');
  const fresh = await Devnet.start({ folder, blockMs: 0, fresh: true });
  expect(fresh.info.faucet.mnemonic).not.toBe(first.info.faucet.mnemonic);
  expect(fresh.info.router).not.toBe(first.info.router);
  await fresh.stop();
  expect(await auditDevnet(folder, () => {})).toMatchObject({ blocks: 3, fault: undefined });
});

test('a folder without a devnet cannot be audited', async () => {
  await expect(auditDevnet(inFolder('nothing'), () => {})).rejects.toThrow(
    'there is no devnet; millpond devnet makes one',
  );
});
