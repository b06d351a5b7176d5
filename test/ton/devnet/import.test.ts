// A devnet that begins with contracts of another network: here a router of ours whose code is a library, from another devnet. 6 s of CPU.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Address, beginCell, type Cell, contractAddress, toNano } from '@ton/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shardOf } from '#devnet/chain/account';
import { CODE } from '#devnet/contracts/code';
import { routerInit } from '#devnet/contracts/init';
import { createDevnet } from '#devnet/genesis/genesis';
import { librariesIn } from '#devnet/import/libraries';
import { takeContracts } from '#devnet/import/take';
import { serveDevnet } from '#devnet/server';
import { auditDevnet, DevnetThread } from '../../../src/ton/devnet/devnet-thread.ts';
import { importContracts } from '../../../src/ton/devnet/import.ts';
import { stonfiV1 } from '../../../src/ton/dialect/stonfi-v1.ts';
import { Endpoint } from '../../../src/ton/endpoint/endpoint.ts';

const folder = mkdtempSync(join(tmpdir(), 'millpond-import-'));
const library = (code: Cell): Cell => beginCell().storeUint(2, 8).storeBuffer(code.hash()).endCell({ exotic: true });
const admin = new Address(0, Buffer.alloc(32, 1));
const init = { ...routerInit({ admin }), code: library(CODE.router) };
const router = contractAddress(0, init);
const hex = (code: Cell) => code.hash().toString('hex');

beforeAll(async () => {
  const accounts = [
    [router.toRawString(), Buffer.from(shardOf(router, toNano('5'), init)).toString('base64')],
  ] as const;
  mkdirSync(join(folder, 'from'));
  await createDevnet(join(folder, 'from', 'devnet.db'), Buffer.alloc(32, 9), { accounts, libraries: [CODE.router] });
});

afterAll(() => rmSync(folder, { recursive: true }));

const serve = async (name: string) =>
  serveDevnet(await DevnetThread.start({ folder: join(folder, name), blockMs: 0 }), { host: '127.0.0.1', port: 0 });

test('an imported contract answers getters as on its own network, executes messages, and passes the audit', async () => {
  const from = await serve('from');
  const source = new Endpoint({ url: from.published.endpoint, perSecond: 1000 });
  const to = { folder: join(folder, 'to'), fresh: false, router: router.toString() };
  const taken = await importContracts(source, to);
  expect(taken.libraries.map(hex)).toEqual([hex(CODE.router)]);
  await expect(importContracts(source, to)).rejects.toThrow('--fresh makes a new one');
  const asked = await stonfiV1.routerData(source, router);
  await from.stop();

  const server = await serve('to');
  const chain = new Endpoint({ url: server.published.endpoint, perSecond: 1000 });
  expect(server.published.imported).toEqual({ router: router.toString() });
  expect(asked?.admin?.equals(admin)).toBe(true);
  const there = await stonfiV1.routerData(chain, router);
  expect(`${there?.admin} ${there?.isLocked}`).toBe(`${asked?.admin} ${asked?.isLocked}`);
  await server.devnet.give({ address: router.toString(), amount: '1' });
  const [transaction] = await chain.transactions(router, { limit: 1 });
  const { description } = transaction ?? {};
  expect(description?.type === 'generic' && description.computePhase).toMatchObject({ type: 'vm', success: true });
  expect((await chain.account(router)).balance > toNano('5.9')).toBe(true);
  await server.stop();
  expect((await auditDevnet(join(folder, 'to'), () => {})).fault).toBeUndefined();
});

test('nested libraries are imported too; the import fails if a library is missing or wrong, or there is no contract', async () => {
  const inner = beginCell().storeUint(7, 8).endCell();
  const outer = beginCell().storeRef(library(inner)).endCell();
  expect([...librariesIn([library(outer), beginCell().storeRef(library(outer)).endCell()])]).toEqual([hex(outer)]);
  const account = async () => ({ code: library(outer), data: beginCell().endCell(), balance: 1n });
  const having = (all: readonly Cell[]) => ({
    account,
    libraries: async (hashes: readonly string[]) => all.filter((cell) => hashes.includes(hex(cell))),
  });
  const { libraries } = await takeContracts(having([outer, inner]), [router]);
  expect(libraries.map(hex)).toEqual([hex(outer), hex(inner)]);
  await expect(takeContracts(having([outer]), [router])).rejects.toThrow(`the library ${hex(inner)} is missing`);
  const lying = { account, libraries: async () => [inner] };
  await expect(takeContracts(lying, [router])).rejects.toThrow(`the library ${hex(outer)} is missing`);
  const none = { account: async () => ({ code: null, data: null, balance: 0n }), libraries: async () => [] };
  await expect(takeContracts(none, [router])).rejects.toThrow('there is no contract at');
});
