// With timed blocks each message takes one hop a block, so that two swaps pass the router and the pool in the same blocks.
import { DEX } from '@ston-fi/sdk';
import { Address, internal } from '@ton/core';
import { JettonMaster, JettonWallet } from '@ton/ton';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDevnet, openWallet, ownUrl, post, type TestDevnet, type TestWallet } from './devnet.ts';

let devnet: TestDevnet;
let traders: readonly TestWallet[];
beforeAll(async () => {
  devnet = await openDevnet({ blockMs: 10 });
  const { faucet, admin } = devnet.published;
  traders = [await openWallet(devnet, faucet.mnemonic), await openWallet(devnet, admin.mnemonic)];
});
afterAll(() => devnet.stop());

const AMOUNT = 1_000_000_000n;
const token = (symbol: string) =>
  Address.parse(devnet.published.tokens.find((one) => one.symbol === symbol)?.address ?? '');
const walletOf = (owner: Address, symbol: string) =>
  devnet.client.open(JettonMaster.create(token(symbol))).getWalletAddress(owner);
const balance = async (owner: Address, symbol: string) =>
  devnet.client.open(JettonWallet.create(await walletOf(owner, symbol))).getBalance();

/** The blocks of an account's transactions, newest first. */
async function blocksOf(account: Address, limit: number): Promise<readonly number[]> {
  const { latestSeqno } = await devnet.client.getMasterchainInfo();
  const found: number[] = [];
  for (let seqno = latestSeqno; seqno > 0 && found.length < limit; seqno -= 1) {
    const inBlock = await devnet.client.getShardTransactions(0, seqno, '-9223372036854775808');
    for (const one of inBlock) if (one.account.equals(account)) found.push(seqno);
  }
  return found;
}

test('two swaps pass the pool in one block, the second at the price that the first leaves', async () => {
  const router = devnet.client.open(DEX.v1.Router.create(devnet.published.router));
  const pair = { token0: token('USDT'), token1: token('STON') };
  const pool = devnet.client.open(DEX.v1.Pool.create(await router.getPoolAddressByJettonMinters(pair)));
  const jettonWallet = await walletOf(router.address, 'USDT');
  const { jettonToReceive: first } = await pool.getExpectedOutputs({ amount: AMOUNT, jettonWallet });
  const before = await Promise.all(traders.map(({ address }) => balance(address, 'STON')));
  const earlier = (await devnet.client.getTransactions(jettonWallet, { limit: 100 })).length;
  // The router is held until both swaps have arrived, so that they share a block on slow machines too.
  const held = { address: devnet.published.router };
  expect(await post(ownUrl(devnet, 'hold'), held)).toMatchObject({ status: 200 });
  for (const trader of traders) {
    const order = await router.getSwapJettonToJettonTxParams({
      ...{ userWalletAddress: trader.address, offerJettonAddress: token('USDT'), askJettonAddress: token('STON') },
      ...{ offerAmount: AMOUNT, minAskAmount: 1n },
    });
    await trader.send(internal({ to: order.to, value: order.value, ...(order.body && { body: order.body }) }));
  }
  const seqnoOf = async () => (await devnet.client.getMasterchainInfo()).latestSeqno;
  const arrived = async () => (await devnet.client.getTransactions(jettonWallet, { limit: 100 })).length - earlier;
  await expect.poll(arrived, { interval: 200 }).toBe(2);
  const heldAt = await seqnoOf();
  expect(await post(ownUrl(devnet, 'release'), held)).toMatchObject({ status: 200 });
  const gained = async () =>
    Promise.all(traders.map(async ({ address }, i) => (await balance(address, 'STON')) - (before[i] ?? 0n)));
  await expect.poll(async () => (await gained()).every((amount) => amount > 0n), { interval: 200 }).toBe(true);
  const [one = 0n, other = 0n] = await gained();
  expect(one).toBe(first);
  expect(other).toBeLessThan(first);
  const [last, lastButOne] = await blocksOf(pool.address, 2);
  expect(last).toBe(lastButOne);
  // The hops are router, pool, router and two wallets: one block each.
  expect(last).toBe(heldAt + 2);
  expect(await seqnoOf()).toBeGreaterThanOrEqual(heldAt + 5);
});
