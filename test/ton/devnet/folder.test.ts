// The folder of a devnet: the files written there, who may open it, and starting over.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replay } from '#devnet/chain/replay';
import { Devnet } from '#devnet/devnet';
import { type DevnetInfo, publish } from '#devnet/info';
import { placeDevnet } from '../../../devnet/test/devnet.ts';
import { StoreUnavailable } from '../../../src/ports/store.ts';
import { auditDevnet, DevnetThread } from '../../../src/ton/devnet/devnet-thread.ts';
import { useTempFolder } from '../../temp-folder.ts';

const inFolder = useTempFolder();

/** Opens the devnet in this thread; returns its info and closes it. */
async function opened(folder: string, { fresh = false } = {}): Promise<DevnetInfo> {
  const devnet = await Devnet.open({ folder, blockMs: 0, fresh });
  await devnet.stop();
  return devnet.info;
}

test('a devnet describes itself in devnet.json, readable by its owner only, and cannot be opened twice', async () => {
  const folder = inFolder('devnet');
  await placeDevnet(folder);
  const devnet = await DevnetThread.start({ folder, blockMs: 0 });
  publish(devnet, 'http://127.0.0.1:8080');
  const path = join(folder, 'devnet.json');
  const written = JSON.parse(readFileSync(path, 'utf8'));
  expect(written).toEqual({ endpoint: 'http://127.0.0.1:8080/ton/api/v2/jsonRPC', ...devnet.info });
  expect(written).toMatchObject({
    ...{ version: 1, network: -217, tokens: [{ symbol: 'USDT' }, { symbol: 'STON' }, { symbol: 'NOT' }] },
  });
  expect(written.faucet.mnemonic.split(' ').length).toBe(24);
  expect(statSync(path).mode & 0o077).toBe(0);
  const refused = 'another process has this devnet open: stop it first';
  await expect(opened(folder)).rejects.toThrow(refused);
  await expect(opened(folder, { fresh: true })).rejects.toThrow(refused);
  // The audit reports it in one line, as it does an unusable database.
  await expect(auditDevnet(folder, () => {})).rejects.toThrow(
    new StoreUnavailable('busy', `${path.replace('.json', '.db')}: ${refused}`),
  );
  await devnet.stop();
  expect(await opened(folder)).toEqual(devnet.info);
});

test('--fresh creates a devnet with other keys, and ignores the file of an unfinished creation', async () => {
  const folder = inFolder('devnet');
  await placeDevnet(folder);
  const first = await opened(folder);
  writeFileSync(join(folder, 'devnet.db.new'), 'half a devnet');
  const fresh = await opened(folder, { fresh: true });
  expect(fresh.faucet.mnemonic).not.toBe(first.faucet.mnemonic);
  expect(fresh.router).not.toBe(first.router);
  expect(await replay(join(folder, 'devnet.db'))).toMatchObject({ blocks: 3, fault: undefined });
});

test('a file that is not a devnet is not deleted by --fresh', async () => {
  const folder = inFolder('devnet');
  const path = await placeDevnet(folder);
  writeFileSync(path, 'notes of somebody');
  await expect(opened(folder, { fresh: true })).rejects.toThrow('it cannot be used');
  expect(readFileSync(path, 'utf8')).toBe('notes of somebody');
});

test('a folder without a devnet cannot be audited', async () => {
  await expect(auditDevnet(inFolder('nothing'), () => {})).rejects.toThrow('there is no devnet');
});
