// startDevnet: what a test that uses the package can do with its devnet.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DEX, pTON } from '@ston-fi/sdk';
import { Address, beginCell, internal, SendMode, toNano } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { JettonMaster, JettonWallet, TonClient, WalletContractV5R1 } from '@ton/ton';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CODE } from '../src/contracts/code.ts';
import { jettonWalletInit } from '../src/contracts/init.ts';
import { type Import, type Snapshot, startDevnet, type TestDevnet } from '../src/index.ts';

const NOBODY = new Address(0, Buffer.alloc(32, 5));

describe.each([{ blockMs: 0 }, { blockMs: 10 }])('a devnet with %o', ({ blockMs }) => {
  let devnet: TestDevnet;
  let fresh: Snapshot;
  beforeAll(async () => {
    devnet = await startDevnet({ blockMs });
    const { address } = trader();
    await devnet.faucet(address, toNano('100'));
    // Deploys the wallet.
    await send();
    fresh = await devnet.snapshot();
  });
  beforeEach(() => devnet.revert(fresh));
  afterAll(() => devnet.close());

  const keys = keyPairFromSeed(Buffer.alloc(32, 3));
  const client = () => new TonClient({ endpoint: devnet.url, timeout: 100_000 });
  const trader = () => {
    const { publicKey } = keys;
    return client().open(WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId: devnet.info.network } }));
  };
  const usdtOf = async (owner: Address) => {
    const wallet = await client()
      .open(JettonMaster.create(devnet.token('USDT')))
      .getWalletAddress(owner);
    return client().open(JettonWallet.create(wallet)).getBalance();
  };
  const height = async () => (await client().getMasterchainInfo()).latestSeqno;

  async function send({ timeout, messages = [] }: { timeout?: number; messages?: ReturnType<typeof internal>[] } = {}) {
    const sendMode = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS;
    const more = timeout === undefined ? {} : { timeout };
    const seqno = await trader().getSeqno();
    await trader().sendTransfer({ seqno, secretKey: keys.secretKey, sendMode, messages, ...more });
  }

  /** Swaps 10 TON for USDT; resolves when the wallet has sent its message. */
  async function swap() {
    const router = client().open(DEX.v1.Router.create(devnet.info.router));
    const { to, value, body } = await router.getSwapTonToJettonTxParams({
      ...{ userWalletAddress: trader().address, proxyTon: pTON.v1.create(devnet.info.pton) },
      ...{ offerAmount: toNano('10'), askJettonAddress: devnet.token('USDT'), minAskAmount: 1n },
    });
    await send({ messages: [internal({ to, value, ...(body && { body }) })] });
  }

  test('the faucet has paid nanotons and units of tokens when it resolves', async () => {
    await devnet.faucet(NOBODY, 1n);
    await devnet.faucet(NOBODY.toString(), 20_000n * 10n ** 9n);
    expect(await client().getBalance(NOBODY)).toBe(20_000n * 10n ** 9n + 1n);
    // A contract that refuses the message keeps the TON.
    const before = await client().getBalance(devnet.token('USDT'));
    await devnet.faucet(devnet.token('USDT'), 10n ** 9n);
    expect(await client().getBalance(devnet.token('USDT'))).toBeGreaterThan(before + 9n * 10n ** 8n);
    await devnet.faucet(NOBODY, 7n, 'usdt');
    await devnet.faucet(NOBODY, 8n, devnet.token('USDT').toString());
    expect(await usdtOf(NOBODY)).toBe(15n);
    await Promise.all([devnet.faucet(NOBODY, 1n, 'USDT'), devnet.faucet(NOBODY, 2n, 'USDT')]);
    expect(await usdtOf(NOBODY)).toBe(18n);
    expect(() => devnet.token('DOGE')).toThrow('DOGE: the devnet has no such token');
  });

  const masterchain = new Address(-1, Buffer.alloc(32, 5));
  test.each<readonly [string, Address | string, bigint, string, string]>([
    ['a token that the devnet does not have', NOBODY, 1n, 'DOGE', 'token: must be one of TON, USDT, STON, NOT'],
    ['nothing', NOBODY, 0n, 'TON', 'amount: must be a bigint from 1'],
    ['a negative amount', NOBODY, -1n, 'USDT', 'amount: must be a bigint from 1'],
    ['a number', NOBODY, 5 as never, 'TON', 'amount: must be a bigint from 1'],
    ['to what is no address', 'EQ', 1n, 'TON', 'Unknown address type'],
    ['more TON than it has', NOBODY, 2n * 10n ** 18n, 'TON', 'nothing was paid'],
    ['more of a token than a minter can count', NOBODY, 2n ** 120n - 1n, 'USDT', 'nothing was paid'],
    ['a token to the masterchain', masterchain, 1n, 'USDT', 'nothing was paid'],
  ])('the faucet fails to pay %s', async (_, to, amount, token, error) => {
    await expect(devnet.faucet(to, amount, token)).rejects.toThrow(error);
    await devnet.settled();
    expect([await client().getBalance(NOBODY), await usdtOf(NOBODY)]).toEqual([0n, 0n]);
  });

  test('the faucet refuses to pay over a held account, since the payment would not arrive', async () => {
    for (const account of [NOBODY, devnet.token('USDT')]) await devnet.hold(account);
    await expect(devnet.faucet(NOBODY, 1n)).rejects.toThrow(`nothing was paid: messages to ${NOBODY} are held`);
    await expect(devnet.faucet(trader().address, 1n, 'USDT')).rejects.toThrow('are held');
    await devnet.release(NOBODY);
    await devnet.faucet(NOBODY, 1n);
    expect(await client().getBalance(NOBODY)).toBe(1n);
  });

  test('settled waits for every message in flight, but not for those to a held account', async () => {
    await swap();
    await devnet.settled();
    const bought = await usdtOf(trader().address);
    expect(bought).toBeGreaterThan(24_000_000n);
    await devnet.hold(devnet.info.router);
    await swap();
    await devnet.settled();
    expect(await usdtOf(trader().address)).toBe(bought);
    await devnet.release(devnet.info.router);
    await devnet.settled();
    expect(await usdtOf(trader().address)).toBeGreaterThan(bought);
  });

  test('revert restores balances, seqnos and the block height, any number of times', async () => {
    const state = async () => ({
      ton: await trader().getBalance(),
      usdt: await usdtOf(trader().address),
      seqno: await trader().getSeqno(),
      height: await height(),
      transactions: (await client().getTransactions(trader().address, { limit: 100 })).length,
    });
    const before = await state();
    expect(before).toMatchObject({ usdt: 0n, seqno: 1 });
    for (let round = 0; round < 2; round += 1) {
      await swap();
      await devnet.settled();
      expect(await usdtOf(trader().address)).toBeGreaterThan(24_000_000n);
      expect(await state()).toMatchObject({ seqno: 2 });
      expect(await height()).toBeGreaterThan(before.height);
      await devnet.revert(fresh);
      expect(await state()).toEqual(before);
    }
  });

  test('revert restores the messages that were pending at the snapshot, and drops those sent later', async () => {
    await devnet.hold(devnet.info.router);
    await swap();
    const pending = await devnet.snapshot();
    for (let round = 0; round < 2; round += 1) {
      await devnet.release(devnet.info.router);
      await expect.poll(() => usdtOf(trader().address)).toBeGreaterThan(24_000_000n);
      // The router is held again, and the swap waits for it again.
      await devnet.revert(pending);
      expect(await usdtOf(trader().address)).toBe(0n);
    }
    await devnet.revert(fresh);
    await devnet.release(devnet.info.router);
    await devnet.settled();
    expect(await usdtOf(trader().address)).toBe(0n);
  });

  test('skipTime makes a deadline pass, and revert takes the time back', async () => {
    const timeout = Math.floor(Date.now() / 1000) + 3600;
    await devnet.skipTime(3601);
    await expect(send({ timeout })).rejects.toThrow();
    expect(await trader().getSeqno()).toBe(1);
    await devnet.revert(fresh);
    await send({ timeout });
    expect(await trader().getSeqno()).toBe(2);
  });

  test.each([-1, 0.5, Number.NaN, '60' as never, 2 ** 32])('skipTime refuses %s seconds', async (seconds) => {
    await expect(devnet.skipTime(seconds)).rejects.toThrow('seconds: must be a whole number');
    const timeout = Math.floor(Date.now() / 1000) + 3600;
    await send({ timeout });
  });
});

describe('a devnet with imported contracts', () => {
  const owner = new Address(0, Buffer.alloc(32, 9));
  const library = beginCell().storeUint(2, 8).storeBuffer(CODE.jettonWallet.hash()).endCell({ exotic: true });
  const data = jettonWalletInit({ owner, minter: NOBODY }).data.toBoc().toString('base64');
  const wallet = { address: owner.toString(), code: library.toBoc().toString('hex'), data, balance: 5n };

  test('has them at their addresses, as getAddressInformation told them, with the libraries of their code', async () => {
    const network = await startDevnet({ seed: '07'.repeat(32) });
    const address = network.token('USDT').toString();
    const answer = await fetch(`${network.url.replace('jsonRPC', 'getAddressInformation')}?address=${address}`);
    const { result } = (await answer.json()) as { result: { code: string; data: string; balance: string } };
    await network.close();
    const libraries = [CODE.jettonWallet.toBoc().toString('base64')];
    const given = JSON.parse(JSON.stringify({ contracts: [{ address, ...result }], libraries }));
    const devnet = await startDevnet({ import: { ...given, contracts: [...given.contracts, wallet] } });
    const client = new TonClient({ endpoint: devnet.url, timeout: 100_000 });
    const imported = client.open(JettonMaster.create(Address.parse(address)));
    expect((await imported.getJettonData()).totalSupply).toBe(2n * 10n ** 15n);
    expect(await client.getBalance(Address.parse(address))).toBe(BigInt(result.balance));
    expect(await client.open(JettonWallet.create(owner)).getBalance()).toBe(0n);
    // It executes messages too, which no storage fee of the years before has emptied.
    await devnet.faucet(address, 10n ** 9n);
    expect(await client.getBalance(Address.parse(address))).toBeGreaterThan(BigInt(result.balance) + 9n * 10n ** 8n);
    await devnet.close();
  });

  test.each<readonly [string, Import, string]>([
    ['no address', { contracts: [{ ...wallet, address: 'x' }] }, 'contracts[0].address: is no address'],
    ['no code', { contracts: [{ ...wallet, code: '' }] }, 'contracts[0].code: is no bag of cells'],
    ['a fraction as balance', { contracts: [{ ...wallet, balance: '0.5' }] }, 'contracts[0].balance: must be a number'],
    ['one address twice', { contracts: [wallet, wallet] }, 'contracts: two have the same address'],
    ['a library that is missing', { contracts: [wallet] }, `the library ${CODE.jettonWallet.hash().toString('hex')}`],
    ['what is no library', { contracts: [], libraries: ['x'] }, 'libraries[0]: is no bag of cells'],
  ])('refuses %s', async (_, given, error) => {
    await expect(startDevnet({ import: given })).rejects.toThrow(error);
  });

  test('refuses a contract at an address of its own', async () => {
    const devnet = await startDevnet();
    const { admin, router } = devnet.info;
    await devnet.close();
    const code = CODE.pool.toBoc().toString('hex');
    for (const address of [admin.address, router]) {
      const given = { contracts: [{ ...wallet, address, code }] };
      await expect(startDevnet({ import: given })).rejects.toThrow(
        `${address}: a devnet with this seed has a contract`,
      );
    }
  });
});

test.each([
  [{ blockMs: -1 }, 'blockMs: must be a whole number'],
  [{ blockMs: Number.NaN }, 'blockMs: must be a whole number'],
  [{ seed: 'abc' }, 'seed: must be 32 bytes in hex'],
])('%o is refused', async (options, error) => {
  await expect(startDevnet(options)).rejects.toThrow(error);
});

test('a payment under way fails when the devnet is reverted or closed, and closing twice is fine', async () => {
  // No block is made within the time of this test.
  const devnet = await startDevnet({ blockMs: 3_600_000 });
  const fresh = await devnet.snapshot();
  const height = async () => (await new TonClient({ endpoint: devnet.url }).getMasterchainInfo()).latestSeqno;
  const start = await height();
  const pay = async () => {
    const failure = devnet.faucet(NOBODY, 1n).catch((error: Error) => error.message);
    await expect.poll(height).toBe(start + 1);
    return { failure };
  };
  const { failure } = await pay();
  await devnet.revert(fresh);
  expect(await failure).toContain('nothing was paid');
  const { failure: atClose } = await pay();
  const unsettled = devnet.settled().catch((error: Error) => error.message);
  await Promise.all([devnet.close(), devnet.close()]);
  await devnet.close();
  expect([await atClose, await unsettled]).toEqual(['the devnet is closed', 'the devnet is closed']);
  await expect(devnet.faucet(NOBODY, 1n)).rejects.toThrow('the devnet is closed');
  await expect(devnet.snapshot()).rejects.toThrow('the devnet is closed');
});

const FORGETFUL = `
import { startDevnet } from ${JSON.stringify(resolve('devnet/src/index.ts'))};
const devnet = await startDevnet({ blockMs: Number(process.argv[2]) });
const { address } = devnet.info.admin;
// While one of these waits, the devnet keeps the process running.
await devnet.faucet(address, 1n, 'NOT');
await devnet.settled();
await fetch(devnet.url.replace('jsonRPC', 'getMasterchainInfo'));
await devnet.hold(address);
console.log('paid');
`;

test.each([0, 10])(
  'a program that does not close its devnet, with blockMs %i, ends and leaves no file',
  async (blockMs) => {
    const folder = mkdtempSync(join(tmpdir(), 'forgetful-'));
    const env = { ...process.env, TMPDIR: folder };
    const args = ['--input-type=module', '--eval', FORGETFUL, '-', String(blockMs)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout).toBe('paid\n');
    expect(readdirSync(folder)).toEqual([]);
    rmdirSync(folder);
  },
);

test('two devnets have the same addresses, and each its own state; close leaves no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-'));
  vi.stubEnv('TMPDIR', folder);
  const [one, other] = [await startDevnet(), await startDevnet()];
  vi.unstubAllEnvs();
  expect(readdirSync(folder).length).toBe(2);
  expect(other.info).toEqual(one.info);
  await other.faucet(NOBODY, 5n);
  const balances = [one, other].map(({ url }) => new TonClient({ endpoint: url, timeout: 100_000 }).getBalance(NOBODY));
  expect(await Promise.all(balances)).toEqual([0n, 5n]);
  await expect(other.revert(await one.snapshot())).rejects.toThrow('this snapshot is of another devnet');
  await Promise.all([one.close(), other.close()]);
  expect(readdirSync(folder)).toEqual([]);
  rmdirSync(folder);
  await expect(fetch(one.url)).rejects.toThrow();
});
