// startDevnet: what a test that uses the package can do with its devnet.
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEX, pTON } from '@ston-fi/sdk';
import { Address, internal, SendMode, toNano } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { JettonMaster, JettonWallet, TonClient, WalletContractV5R1 } from '@ton/ton';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Snapshot, startDevnet, type TestDevnet } from '../src/index.ts';

const NOBODY = new Address(0, Buffer.alloc(32, 5));

describe.each([{ blockMs: 0 }, { blockMs: 10 }])('a devnet with %o', ({ blockMs }) => {
  let devnet: TestDevnet;
  let fresh: Snapshot;
  beforeAll(async () => {
    devnet = await startDevnet({ blockMs });
    const { address } = trader();
    await devnet.faucet(address, toNano('100'));
    await vi.waitUntil(async () => (await client().getBalance(address)) > 0n, { timeout: 100_000 });
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

  test('the faucet pays nanotons and units of tokens, and refuses a token that the devnet does not have', async () => {
    await devnet.faucet(NOBODY, 1n);
    await devnet.faucet(NOBODY.toString(), 20_000n * 10n ** 9n);
    await expect.poll(() => client().getBalance(NOBODY)).toBe(20_000n * 10n ** 9n + 1n);
    await devnet.faucet(NOBODY, 7n, 'usdt');
    await devnet.faucet(NOBODY, 8n, devnet.token('USDT').toString());
    await expect.poll(() => usdtOf(NOBODY)).toBe(15n);
    await expect(devnet.faucet(NOBODY, 1n, 'DOGE')).rejects.toThrow('token: must be one of TON, USDT, STON, NOT');
    expect(() => devnet.token('DOGE')).toThrow('DOGE: the devnet has no such token');
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
      await expect.poll(() => usdtOf(trader().address)).toBeGreaterThan(24_000_000n);
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
    // When this payment has arrived, so has everything that was sent before it.
    await devnet.faucet(NOBODY, 1n);
    await expect.poll(() => client().getBalance(NOBODY)).toBe(1n);
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
});

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
