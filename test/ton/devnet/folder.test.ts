// The folder of a devnet: the files written there, who may open it, and starting over.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorOf } from '../../../src/thread/failure.ts';
import { replay } from '../../../src/ton/devnet/chain/replay.ts';
import { auditDevnet, Devnet } from '../../../src/ton/devnet/devnet.ts';
import type { DevnetInfo } from '../../../src/ton/devnet/info.ts';
import { DevnetService, type Notice } from '../../../src/ton/devnet/service.ts';
import { useTempFolder } from '../../temp-folder.ts';
import { placeDevnet } from './devnet.ts';

const inFolder = useTempFolder();

/** Opens the service without its thread; returns the devnet's info and closes it. */
async function opened(folder: string, ask: (service: DevnetService) => void): Promise<DevnetInfo> {
  const told = Promise.withResolvers<Notice>();
  const service = new DevnetService({ folder, blockMs: 0 }, told.resolve);
  ask(service);
  const notice = await told.promise;
  await service.close();
  if ('failed' in notice) throw errorOf(notice.failed);
  return (notice as { opened: DevnetInfo }).opened;
}

test('a devnet describes itself in devnet.json, readable by its owner only, and cannot be opened twice', async () => {
  const folder = inFolder('devnet');
  await placeDevnet(folder);
  const devnet = await Devnet.start({ folder, blockMs: 0 });
  devnet.publish('http://127.0.0.1:8080');
  const path = join(folder, 'devnet.json');
  const written = JSON.parse(readFileSync(path, 'utf8'));
  expect(written).toEqual({ endpoint: 'http://127.0.0.1:8080/ton/api/v2/jsonRPC', ...devnet.info });
  expect(written).toMatchObject({
    ...{ version: 1, network: -217, tokens: [{ symbol: 'USDT' }, { symbol: 'STON' }, { symbol: 'NOT' }] },
  });
  expect(written.faucet.mnemonic.split(' ').length).toBe(24);
  expect(statSync(path).mode & 0o077).toBe(0);
  const refused = 'another process has this devnet open: stop it first';
  await expect(opened(folder, (service) => service.open(false))).rejects.toThrow(refused);
  await expect(opened(folder, (service) => service.open(true))).rejects.toThrow(refused);
  await expect(opened(folder, (service) => service.audit())).rejects.toThrow(refused);
  await devnet.stop();
  expect(await opened(folder, (service) => service.open(false))).toEqual(devnet.info);
});

test('a fresh devnet has other keys, and an unfinished one is created anew', async () => {
  const folder = inFolder('devnet');
  await placeDevnet(folder);
  const first = await opened(folder, (service) => service.open(false));
  writeFileSync(join(folder, 'devnet.db.new'), 'half a devnet');
  const fresh = await opened(folder, (service) => service.open(true));
  expect(fresh.faucet.mnemonic).not.toBe(first.faucet.mnemonic);
  expect(fresh.router).not.toBe(first.router);
  expect(await replay(join(folder, 'devnet.db'))).toMatchObject({ blocks: 3, fault: undefined });
});

test('a file that is not a devnet is not deleted by --fresh', async () => {
  const folder = inFolder('devnet');
  const path = await placeDevnet(folder);
  writeFileSync(path, 'notes of somebody');
  await expect(opened(folder, (service) => service.open(true))).rejects.toThrow('it cannot be used');
  expect(readFileSync(path, 'utf8')).toBe('notes of somebody');
});

test('a folder without a devnet cannot be audited', async () => {
  await expect(auditDevnet(inFolder('nothing'), () => {})).rejects.toThrow('there is no devnet');
});
