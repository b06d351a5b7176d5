// Toncenter's API v3: transactions, jetton transfers and the newest block.
import { DEX } from '@ston-fi/sdk';
import { Address, beginCell, Cell, comment, external, internal, storeMessage, toNano } from '@ton/core';
import { mnemonicToPrivateKey } from '@ton/crypto';
import { JettonMaster } from '@ton/ton';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JETTON } from '../src/contracts/ops.ts';
import { externalBoc, firstWalletId, messageCell, signedBody, walletV5 } from '../src/contracts/wallet-v5.ts';
import { openDevnet, openWallet, ownUrl, type TestDevnet, type TestWallet } from './devnet.ts';

let devnet: TestDevnet;
let trader: TestWallet;
beforeAll(async () => {
  devnet = await openDevnet();
  trader = await openWallet(devnet, devnet.published.faucet.mnemonic);
});
afterAll(() => devnet.stop());

type Json = Record<string, unknown>;
type Query = Record<string, string | number | readonly string[]>;

async function get(path: string, query: Query = {}) {
  const params = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  );
  const response = await fetch(`${ownUrl(devnet, `api/v3/${path}`)}?${params}`);
  return { status: response.status, body: (await response.json()) as Json };
}
const transactions = async (query: Query) => (await get('transactions', query)).body.transactions as Json[];
const transfers = async (query: Query) => (await get('jetton/transfers', query)).body.jetton_transfers as Json[];
const raw = (address: Address | string) => Address.parse(address.toString()).toRawString().toUpperCase();
const token = (symbol: string) => devnet.published.tokens.find((one) => one.symbol === symbol)?.address ?? '';
const walletOf = (owner: Address, symbol: string) =>
  devnet.client.open(JettonMaster.create(Address.parse(token(symbol)))).getWalletAddress(owner);

const NOBODY = new Address(0, Buffer.alloc(32, 0xab));

test('masterchainInfo has the first and the newest block', async () => {
  const { latestSeqno } = await devnet.client.getMasterchainInfo();
  const { status, body } = await get('masterchainInfo');
  expect(status).toBe(200);
  const block = {
    workchain: -1,
    shard: '8000000000000000',
    global_id: -217,
    gen_utime: expect.stringMatching(/^\d+$/),
  };
  expect(body).toMatchObject({ first: { ...block, seqno: 1 }, last: { ...block, seqno: latestSeqno } });
  expect((body.last as Json).prev_blocks).toEqual([
    { workchain: -1, shard: '8000000000000000', seqno: latestSeqno - 1 },
  ]);
});

describe('transactions', () => {
  let sent: Awaited<ReturnType<typeof devnet.client.getTransactions>>;
  beforeAll(async () => {
    await trader.send(internal({ to: NOBODY, value: '1', bounce: false, body: comment('for tea') }));
    await trader.send(internal({ to: NOBODY, value: '2', bounce: true }));
    sent = await devnet.client.getTransactions(trader.address, { limit: 3 });
  });

  test('are those of the API v2, with every phase and message', async () => {
    const [bounced, second, first] = sent;
    const list = await transactions({ account: trader.address.toString(), limit: 3 });
    const [, begun] = list as [Json, Json & { in_msg: Json }];
    expect(list.map(({ hash }) => hash)).toEqual(sent.map((one) => one.hash().toString('base64')));
    const given = first?.inMessage;
    if (given?.info.type !== 'external-in') throw new Error('the first message comes from outside');
    const normalized = external({ to: given.info.dest, body: given.body });
    expect(list[2]).toMatchObject({
      account: raw(trader.address),
      lt: String(first?.lt),
      now: first?.now,
      total_fees: String(first?.totalFees.coins),
      ...{ orig_status: 'active', end_status: 'active', finality: 'finalized' },
      description: {
        type: 'ord',
        aborted: false,
        compute_ph: { success: true, exit_code: 0 },
        action: { msgs_created: 1 },
      },
      block_ref: { workchain: 0, shard: '8000000000000000' },
      in_msg: {
        hash: beginCell().store(storeMessage(given)).endCell().hash().toString('base64'),
        hash_norm: beginCell()
          .store(storeMessage(normalized, { forceRef: true }))
          .endCell()
          .hash()
          .toString('base64'),
        ...{ source: null, value: null, destination: raw(trader.address) },
      },
      out_msgs: [
        {
          ...{ source: raw(trader.address), destination: raw(NOBODY), value: '1000000000', bounce: false },
          ...{ opcode: '0x00000000', created_lt: String(BigInt(first?.lt ?? 0) + 1n) },
          message_content: { decoded: { type: 'text_comment', comment: 'for tea' } },
        },
      ],
    });
    // The second payment came back: one trace, which begins with the message from outside.
    expect(list[0]).toMatchObject({
      trace_id: second?.hash().toString('base64'),
      trace_external_hash: begun.in_msg.hash,
      in_msg: { bounced: true, source: raw(NOBODY) },
      prev_trans_lt: String(second?.lt),
    });
    expect(list[0]?.hash).toBe(bounced?.hash().toString('base64'));
    const [refused] = await transactions({ account: NOBODY.toString() });
    expect(refused).toMatchObject({
      trace_id: list[0]?.trace_id,
      description: { aborted: true, compute_ph: { skipped: true, reason: 'no_state' }, bounce: { type: 'ok' } },
    });
  });

  test('are selected by account, hash, logical time, block and time, in both orders and page by page', async () => {
    const hashes = async (query: Query) => (await transactions(query)).map(({ hash }) => hash);
    const all = await hashes({ limit: 1000 });
    const { body } = await get('masterchainInfo');
    const { seqno, gen_utime } = body.last as { seqno: number; gen_utime: string };
    expect(all.length).toBeGreaterThan(50);
    expect(await hashes({})).toEqual(all.slice(0, 10));
    expect(await hashes({ limit: 1000, sort: 'asc' })).toEqual(all.toReversed());
    expect(await hashes({ limit: 5, offset: 7 })).toEqual(all.slice(7, 12));
    const accounts = [trader.address.toString(), raw(NOBODY)];
    expect(await hashes({ account: accounts, limit: 5 })).toEqual(all.slice(0, 5));
    const [, second] = sent;
    const hash = second?.hash() ?? Buffer.alloc(0);
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(await hashes({ hash: hash.toString(form) })).toEqual([hash.toString('base64')]);
    expect(await hashes({ lt: String(second?.lt) })).toEqual([hash.toString('base64')]);
    expect(await hashes({ start_lt: String(second?.lt), limit: 1000 })).toEqual(all.slice(0, 3));
    expect(await hashes({ end_lt: String(second?.lt), limit: 1 })).toEqual([hash.toString('base64')]);
    expect(await hashes({ mc_seqno: seqno })).toEqual(all.slice(0, 3));
    expect(await hashes({ workchain: 0, shard: '8000000000000000', seqno })).toEqual(all.slice(0, 3));
    expect(await hashes({ workchain: -1, seqno })).toEqual([]);
    expect(await hashes({ end_utime: Number(gen_utime), limit: 1000 })).toEqual(all);
    expect(await hashes({ start_utime: Number(gen_utime) + 1 })).toEqual([]);
  });

  test('come with a book of the readable addresses', async () => {
    const { body } = await get('transactions', { account: trader.address.toString(), limit: 3 });
    expect(body.address_book).toEqual({
      [raw(trader.address)]: {
        user_friendly: trader.address.toString({ bounceable: false }),
        domain: null,
        interfaces: null,
      },
      [raw(NOBODY)]: { user_friendly: NOBODY.toString({ bounceable: false }), domain: null, interfaces: null },
    });
  });
});

test('a message that was sent is found by its hash or normalized hash, in both directions, and not after a revert', async () => {
  const signed = async (value: string) => {
    const { publicKey, secretKey } = await mnemonicToPrivateKey(devnet.published.faucet.mnemonic.split(' '));
    const wallet = walletV5(publicKey, firstWalletId(devnet.published.network));
    const messages = [messageCell(internal({ to: NOBODY, value, bounce: false }))];
    const validUntilS = Math.floor(Date.now() / 1000) + 600;
    const body = signedBody(wallet, { secretKey, seqno: await trader.seqno(), validUntilS, messages });
    return Cell.fromBoc(externalBoc(wallet, body, { deploys: false }))[0] as Cell;
  };
  const message = await signed('3');
  const boc = message.toBoc().toString('base64');
  const response = await fetch(ownUrl(devnet, 'api/v3/message'), { method: 'POST', body: JSON.stringify({ boc }) });
  const sent = (await response.json()) as { message_hash: string; message_hash_norm: string };
  expect(sent.message_hash).toBe(message.hash().toString('base64'));
  const byMessage = async (query: Query) => (await get('transactionsByMessage', query)).body.transactions as Json[];
  const [newest] = (await transactions({ account: trader.address.toString(), limit: 1 })) as [
    { out_msgs: { hash: string }[] },
  ];
  for (const msg_hash of [message.hash().toString('hex'), sent.message_hash, sent.message_hash_norm])
    expect(await byMessage({ msg_hash })).toEqual([newest]);
  const [inner] = newest.out_msgs;
  const [received] = await transactions({ account: NOBODY.toString(), limit: 1 });
  const msg_hash = inner?.hash ?? '';
  expect(await byMessage({ msg_hash })).toEqual([received, newest]);
  expect(await byMessage({ msg_hash, direction: 'in' })).toEqual([received]);
  expect(await byMessage({ msg_hash, direction: 'out' })).toEqual([newest]);
  expect(await byMessage({ msg_hash: [msg_hash, sent.message_hash], limit: 1, offset: 1 })).toEqual([newest]);
  expect(await byMessage({ msg_hash: 'ab'.repeat(32) })).toEqual([]);

  const fresh = await devnet.inProcess.snapshot();
  const later = await signed('4');
  await devnet.client.sendFile(later.toBoc());
  expect((await byMessage({ msg_hash: later.hash().toString('hex') })).length).toBe(1);
  await devnet.inProcess.revert(fresh);
  expect(await byMessage({ msg_hash: later.hash().toString('hex') })).toEqual([]);
  expect(await byMessage({ msg_hash, direction: 'out' })).toEqual([newest]);
});

test('jetton/transfers has what owners sent, with its receiver and its token, and no failed or feigned transfer', async () => {
  const router = devnet.client.open(DEX.v1.Router.create(devnet.published.router));
  const [usdt, ston] = [await walletOf(trader.address, 'USDT'), await walletOf(router.address, 'STON')];
  const before = await transfers({ owner_address: trader.address.toString(), limit: 1000 });
  const order = await router.getSwapJettonToJettonTxParams({
    ...{ userWalletAddress: trader.address, offerJettonAddress: token('USDT'), askJettonAddress: token('STON') },
    ...{ offerAmount: 5_000_000n, minAskAmount: 1n, queryId: 77 },
  });
  const transfer = (amount: bigint) =>
    beginCell()
      .storeUint(JETTON.transfer, 32)
      .storeUint(9, 64)
      .storeCoins(amount)
      .storeAddress(NOBODY)
      .storeAddress(null)
      .storeMaybeRef(null)
      .storeCoins(0)
      .storeMaybeRef(null)
      .endCell();
  // More than there is, and to an account that is no jetton wallet.
  await trader.send(internal({ to: usdt, value: toNano('0.2'), body: transfer(10n ** 20n) }));
  await trader.send(internal({ to: NOBODY, value: toNano('0.2'), body: transfer(1n), bounce: false }));
  await trader.send(internal({ to: order.to, value: order.value, ...(order.body && { body: order.body }) }));
  const found = await transfers({ owner_address: trader.address.toString(), limit: 1000 });
  expect(found.length).toBe(before.length + 2);
  const [paid, offered] = found;
  expect(offered).toMatchObject({
    ...{ query_id: '77', source: raw(trader.address), destination: raw(router.address), amount: '5000000' },
    ...{ source_wallet: raw(usdt), jetton_master: raw(token('USDT')), transaction_aborted: false },
  });
  expect(paid).toMatchObject({
    ...{ source: raw(router.address), destination: raw(trader.address), source_wallet: raw(ston) },
    ...{ jetton_master: raw(token('STON')), trace_id: offered?.trace_id },
  });
  const [executed] = await transactions({ hash: String(offered?.transaction_hash) });
  expect(executed).toMatchObject({ account: raw(usdt), lt: offered?.transaction_lt, now: offered?.transaction_now });
  const owner_address = raw(trader.address);
  expect(await transfers({ owner_address, direction: 'out', limit: 1 })).toEqual([offered]);
  expect(await transfers({ owner_address, direction: 'in', limit: 1 })).toEqual([paid]);
  expect(await transfers({ owner_address, limit: 1, offset: 1 })).toEqual([offered]);
  expect(await transfers({ jetton_wallet: ston.toString(), limit: 1 })).toEqual([paid]);
  expect(await transfers({ jetton_master: token('USDT'), limit: 1 })).toEqual([offered]);
  expect(await transfers({ owner_address, limit: 1000, sort: 'asc' })).toEqual(found.toReversed());
  expect(await transfers({ owner_address: NOBODY.toString() })).toEqual([]);
  expect(await transfers({ start_lt: Number(paid?.transaction_lt) + 1 })).toEqual([]);
});

test.each<readonly [string, Query, number, string]>([
  ['transactions', { account: 'EQ' }, 422, 'account: is no address'],
  ['transactions', { limit: 1001 }, 422, 'limit: must be a whole number of at most 1000'],
  ['transactions', { limit: 0 }, 422, 'limit: must be a whole number from 1'],
  ['transactions', { sort: 'up' }, 422, 'sort: must be asc or desc'],
  ['transactions', { hash: 'abc' }, 422, 'hash: must be 32 bytes'],
  ['transactions', { start_lt: '-1' }, 422, 'start_lt: must be a whole number'],
  ['jetton/transfers', { direction: 'up' }, 422, 'direction: must be in or out'],
  ['transactionsByMessage', {}, 422, 'msg_hash: is missing'],
  ['transactionsByMessage', { msg_hash: 'x' }, 422, 'msg_hash: must be 32 bytes'],
  ['transactionsByMessage', { msg_hash: 'ab'.repeat(32), direction: 'both' }, 422, 'direction: must be in or out'],
  ['message', { boc: 'AAAA' }, 422, 'boc: it is no bag of cells with a message'],
  ['jetton/transfers', { jetton_master: 'x' }, 422, 'jetton_master: is no address'],
  ['constructor', {}, 404, 'there is no call "constructor" of the API v3'],
  ['nft/items', {}, 404, 'there is no call "nft/items" of the API v3'],
])('%s with %o is refused', async (path, query, status, error) => {
  expect(await get(path, query)).toMatchObject({ status, body: { error: expect.stringContaining(error) } });
});
