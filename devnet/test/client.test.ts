// An ordinary client of toncenter's API on a devnet: wallets, histories, traces, fees.
import {
  Address,
  beginCell,
  type Cell,
  comment,
  internal,
  type Message,
  type MessageRelaxed,
  storeMessage,
  toNano,
} from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { SendMode, WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDevnet, openWallet, ownUrl, post, type TestDevnet } from './devnet.ts';

let devnet: TestDevnet;
beforeAll(async () => {
  devnet = await openDevnet();
});
afterAll(() => devnet.stop());

const KEYS = keyPairFromSeed(Buffer.alloc(32, 3));
const { publicKey, secretKey } = KEYS;
const WALLETS = {
  v4r2: () => WalletContractV4.create({ workchain: 0, publicKey }),
  v5r1: () => WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId: -217 } }),
};
type Transfer = { readonly seqno: number; readonly messages: MessageRelaxed[] };
const SEND_MODE = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS;
const BODIES: Record<keyof typeof WALLETS, (transfer: Transfer) => Cell> = {
  v4r2: (transfer) => WALLETS.v4r2().createTransfer({ ...transfer, secretKey, sendMode: SEND_MODE }),
  v5r1: (transfer) => WALLETS.v5r1().createTransfer({ ...transfer, secretKey, sendMode: SEND_MODE }),
};
/** Exit codes of the wallets for a seqno that was already used. */
const REPLAYED = { v4r2: 33, v5r1: 133 };

const hashOf = (message: Message) => beginCell().store(storeMessage(message)).endCell().hash().toString('hex');

const TRANSACTIONS = Number(process.env.DEVNET_TRANSACTIONS ?? 255);
const [A_MESSAGE, PAGE] = [255, 100];

const fund = (address: Address, amount: string, token?: string) =>
  post(ownUrl(devnet, 'faucet'), { address: address.toString(), amount, ...(token && { token }) });

describe.each(['v4r2', 'v5r1'] as const)('a wallet %s', (version) => {
  const receiver = new Address(0, Buffer.alloc(32, version === 'v4r2' ? 0x44 : 0x55));
  const signed = (seqno: number, value: string) =>
    BODIES[version]({ seqno, messages: [internal({ to: receiver, value, bounce: false, body: comment('hello') })] });

  test('is deployed by its first message, pays, and executes no message twice', async () => {
    const wallet = devnet.client.open(WALLETS[version]());
    expect(await fund(wallet.address, '10')).toMatchObject({ status: 200, body: { ok: true } });
    expect(await devnet.client.getContractState(wallet.address)).toMatchObject({ state: 'uninitialized' });
    expect(await wallet.getBalance()).toBe(toNano(10));
    const first = signed(0, '1');
    await wallet.send(first);
    expect(await devnet.client.getBalance(receiver)).toBe(toNano(1));
    expect(await wallet.getSeqno()).toBe(1);
    expect(await devnet.client.isContractDeployed(wallet.address)).toBe(true);
    const refused = await wallet.send(first).catch((error) => error.response);
    expect(refused.status).toBe(500);
    expect(refused.data).toMatchObject({ ok: false, code: 500 });
    expect(refused.data.error).toMatch(/^LITE_SERVER_UNKNOWN: cannot apply external message to current state/);
    expect(refused.data.error).toContain(`exitcode=${REPLAYED[version]}`);
    await wallet.send(signed(1, '2'));
    // Storage fees may be due for every second since the first payment.
    const received = await devnet.client.getBalance(receiver);
    expect([received <= toNano(3), received > toNano(3) - 1000n]).toEqual([true, true]);
  });

  test('has a history that reads the same at once and page by page, down to a given lt', async () => {
    const { address } = WALLETS[version]();
    const whole = await devnet.client.getTransactions(address, { limit: 100 });
    expect(whole.length).toBe(3);
    const state = await devnet.client.getContractState(address);
    const { lt, hash } = state.lastTransaction as { lt: string; hash: string };
    expect([whole[0]?.lt.toString(), whole[0]?.hash().toString('base64')]).toEqual([lt, hash]);
    let [at, pages] = [{ lt, hash }, whole.slice(0, 1)];
    while (pages.length < whole.length) {
      const next = await devnet.client.getTransactions(address, { ...at, limit: 1 });
      expect(next.length).toBe(1);
      pages = [...pages, ...next];
      const last = pages.at(-1);
      at = { lt: String(last?.lt), hash: last?.hash().toString('base64') ?? '' };
    }
    expect(pages.map(({ lt }) => lt)).toEqual(whole.map(({ lt }) => lt));
    expect(await devnet.client.getTransactions(address, { ...at, limit: 1 })).toEqual([]);
    const newer = await devnet.client.getTransactions(address, { limit: 100, to_lt: String(whole[1]?.lt) });
    expect(newer.map(({ lt }) => lt)).toEqual([whole[0]?.lt]);
    expect((await devnet.client.getTransaction(address, lt, hash))?.lt.toString()).toBe(lt);
  });

  test('sends messages whose sending and receiving transactions can be located', async () => {
    const { address } = WALLETS[version]();
    const [payment] = await devnet.client.getTransactions(address, { limit: 1 });
    const [message] = payment?.outMessages.values() ?? [];
    if (message?.info.type !== 'internal') throw new Error('it sent nothing');
    const createdLt = message.info.createdLt.toString();
    const taken = await devnet.client.tryLocateResultTx(address, receiver, createdLt);
    expect(hashOf(taken.inMessage as Message)).toBe(hashOf(message));
    const source = await devnet.client.tryLocateSourceTx(address, receiver, createdLt);
    expect(source.lt).toBe(payment?.lt);
    const missing = devnet.client.tryLocateResultTx(address, receiver, String(message.info.createdLt + 1n));
    expect((await missing.catch((error) => error.response)).data.error).toContain('not found');
  });
});

test('estimated fees match those charged', async () => {
  const wallet = devnet.client.open(WALLETS.v5r1());
  const to = new Address(0, Buffer.alloc(32, 0x55));
  const messages = [internal({ to, value: '0.5', bounce: false })];
  const transfer = BODIES.v5r1({ seqno: await wallet.getSeqno(), messages });
  const options = { body: transfer, initCode: null, initData: null, ignoreSignature: true };
  const { source_fees: fees } = await devnet.client.estimateExternalMessageFee(wallet.address, options);
  const before = await wallet.getBalance();
  await wallet.send(transfer);
  const [done] = await devnet.client.getTransactions(wallet.address, { limit: 1 });
  const description = done?.description;
  if (description?.type !== 'generic' || description.computePhase.type !== 'vm') throw new Error('no compute phase');
  expect(fees.gas_fee).toBe(Number(description.computePhase.gasFees));
  expect(fees.fwd_fee).toBe(Number(description.actionPhase?.totalFwdFees));
  const sum = BigInt(fees.gas_fee + fees.fwd_fee + fees.in_fwd_fee);
  const spent = before - (await wallet.getBalance()) - toNano('0.5');
  // Storage fees accrue between the estimate and the message.
  expect(spent).toBeGreaterThanOrEqual(sum);
  expect(spent - sum).toBeLessThan(1_000n);
});

test('the head moves with every block, and blocks list their transactions', async () => {
  const before = await devnet.client.getMasterchainInfo();
  expect(before).toMatchObject({ workchain: -1, initSeqno: 0, shard: '-9223372036854775808' });
  await fund(new Address(0, Buffer.alloc(32, 9)), '1');
  const { latestSeqno } = await devnet.client.getMasterchainInfo();
  expect(latestSeqno).toBe(before.latestSeqno + 1);
  const [shard] = await devnet.client.getWorkchainShards(latestSeqno);
  expect(shard).toMatchObject({ workchain: 0, seqno: latestSeqno });
  const inBlock = await devnet.client.getShardTransactions(0, latestSeqno, shard?.shard ?? '');
  expect(inBlock.map(({ account }) => account.toString())).toEqual([
    devnet.published.faucet.address,
    new Address(0, Buffer.alloc(32, 9)).toString(),
  ]);
});

test('a getter of a missing account ends with exit code -13', async () => {
  const nobody = new Address(0, Buffer.alloc(32, 0xee));
  expect(await devnet.client.runMethodWithError(nobody, 'seqno')).toMatchObject({ exit_code: -13 });
});

test(`${TRANSACTIONS} transactions read page by page are each returned once, newest first`, async () => {
  const receiver = new Address(0, Buffer.alloc(32, 0x21));
  const sender = await openWallet(devnet, devnet.published.faucet.mnemonic);
  for (let sent = 0; sent < TRANSACTIONS; sent += A_MESSAGE) {
    const count = Math.min(A_MESSAGE, TRANSACTIONS - sent);
    await sender.send(
      ...Array.from({ length: count }, () => internal({ to: receiver, value: '0.001', bounce: false })),
    );
  }
  const lts: bigint[] = [];
  let from: { lt: string; hash: string } | undefined;
  for (;;) {
    const page = await devnet.client.getTransactions(receiver, { limit: PAGE, ...from });
    lts.push(...page.map(({ lt }) => lt));
    const last = page.at(-1);
    if (!last) break;
    from = { lt: last.lt.toString(), hash: last.hash().toString('base64') };
  }
  expect(lts.length).toBe(TRANSACTIONS);
  expect(lts).toEqual([...new Set(lts)].toSorted((a, b) => Number(b - a)));
});

// Must be the last test: it sets the chain's clock ahead, and the wallets of @ton/ton sign by the machine's.
test('the chain’s time advances without blocks, and can be set ahead', async () => {
  const address = Address.parse(devnet.published.faucet.address);
  const timeOf = async () => (await devnet.client.getContractState(address)).timestampt;
  const { latestSeqno } = await devnet.client.getMasterchainInfo();
  const startS = await timeOf();
  expect(Math.abs(startS - Date.now() / 1000)).toBeLessThan(60);
  await expect.poll(timeOf).toBeGreaterThan(startS);
  await devnet.devnet.skipTime(1_000_000);
  expect(await timeOf()).toBeGreaterThanOrEqual(startS + 1_000_000);
  expect((await devnet.client.getMasterchainInfo()).latestSeqno).toBe(latestSeqno);
});
