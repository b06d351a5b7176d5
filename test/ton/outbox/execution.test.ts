// The state of a signed message: both sides of every rule that judges it executed, impossible or open.
import { type Address, Cell, internal, type Transaction, toNano } from '@ton/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { externalBoc, messageCell, signedBody } from '#devnet/contracts/wallet-v5';
import type { Account } from '../../../src/core/amount.ts';
import type { ChainSend } from '../../../src/ports/chain-requests.ts';
import { type AccountState, type Chain, ChainUnavailable } from '../../../src/ton/chain.ts';
import { endOf, feeShareOf, seqnoOf } from '../../../src/ton/outbox/execution.ts';
import { PaperChain } from './paper-chain.ts';
import { walletOf } from './payments.ts';

let chain: PaperChain;
beforeAll(async () => {
  chain = await PaperChain.make();
});

const ann = 'ann' as Account;
const signed = (wallet: ReturnType<typeof walletOf>, seqno: number, to = wallet.address) => {
  const messages = [messageCell(internal({ to, value: 1n, bounce: false }))];
  const validUntilS = chain.timeS + 60;
  const body = signedBody(wallet, { secretKey: wallet.secretKey, seqno, validUntilS, messages });
  const boc = externalBoc(wallet, body, { deploys: true });
  return { boc, body, validUntilS };
};
const sendOf = (
  wallet: ReturnType<typeof walletOf>,
  seqno: number,
  afterLt = 0n,
): ChainSend & { readonly bytes: Buffer; readonly bodyHex: string } => {
  const { boc, body, validUntilS } = signed(wallet, seqno);
  const kept = { boc: boc.toString('base64'), bodyHash: body.hash().toString('hex') };
  return {
    id: 1,
    account: ann,
    seqno,
    validUntilS,
    afterLt,
    ...kept,
    state: 'live',
    lt: null,
    hash: null,
    bytes: boc,
    bodyHex: body.toBoc().toString('hex'),
  };
};
/** Lets the wallet of another account send TON with a body to an address. */
async function payWithBody(name: string, to: Address, body: Cell): Promise<void> {
  const wallet = walletOf(name as Account);
  await chain.give(wallet.address, toNano('1'));
  const messages = [messageCell(internal({ to, value: toNano('0.1'), body }))];
  const request = signedBody(wallet, {
    ...{ secretKey: wallet.secretKey, seqno: 0, validUntilS: chain.timeS + 60, messages },
  });
  await chain.send(externalBoc(wallet, request, { deploys: true }));
}
const only = (transactions: Chain['transactions']): Chain => ({
  head: () => chain.head(),
  account: (address) => chain.account(address),
  run: () => chain.run(),
  send: (boc) => chain.send(boc),
  taken: (message) => chain.taken(message),
  transactions,
});

describe('a signed message whose seqno the wallet has not used', () => {
  test.each([
    ['is open at the moment it expires', 0, undefined],
    ['is open for 30 s longer, since an earlier block may still contain it', 30, undefined],
    ['is dead 31 s after it expired', 31, { state: 'dead' }],
  ])('%s', async (_, secondsAfter, end) => {
    const wallet = walletOf(`late-${secondsAfter}` as Account);
    await chain.give(wallet.address, toNano('1'));
    const send = sendOf(wallet, 0);
    const state = await chain.account(wallet.address);
    const head = { ...state.head, timeS: send.validUntilS + secondsAfter };
    expect(await endOf(chain, wallet.address, send, { ...state, head })).toEqual(end);
  });

  test('is not judged by an account state with an earlier seqno than its own, whatever time that state has', async () => {
    const wallet = walletOf('stale' as Account);
    const send = sendOf(wallet, 3);
    const state = await chain.account(wallet.address);
    const head = { ...state.head, timeS: send.validUntilS + 1000 };
    await expect(endOf(chain, wallet.address, send, { ...state, head })).rejects.toThrow(ChainUnavailable);
  });

  test('is not judged if the wallet is frozen: reading the seqno fails', async () => {
    const state: AccountState = { ...(await chain.account(walletOf(ann).address)), status: 'frozen' };
    expect(() => seqnoOf(state)).toThrow('frozen');
  });
});

describe('a signed message whose seqno the wallet has used', () => {
  /** Executes three messages; the second is the one in question. */
  async function threeMessages(name: string) {
    const wallet = walletOf(name as Account);
    await chain.give(wallet.address, toNano('1'));
    const afterLt = (await chain.account(wallet.address)).last?.lt ?? 0n;
    await chain.send(signed(wallet, 0).boc);
    const send = sendOf(wallet, 1, afterLt);
    await chain.send(send.bytes);
    await chain.send(signed(wallet, 2).boc);
    const state = await chain.account(wallet.address);
    return { wallet, send, state };
  }

  test('is done if the wallet executed it, and names that transaction', async () => {
    const { wallet, send, state } = await threeMessages('found');
    const end = await endOf(chain, wallet.address, send, state);
    expect(end?.state).toBe('done');
    const found = chain.historyOf(wallet.address).find(({ inMessage }) => {
      return inMessage?.body.hash().toString('hex') === send.bodyHash;
    });
    expect(end).toEqual({ state: 'done', lt: found?.lt, hash: found?.hash().toString('hex') });
  });

  test('is dead if the wallet executed another message with its seqno', async () => {
    const { wallet, send, state } = await threeMessages('foreign');
    const other = { ...send, bodyHash: '00'.repeat(32) };
    expect(await endOf(chain, wallet.address, other, state)).toEqual({ state: 'dead' });
  });

  test('is not found in a later payment with the same body, which anybody may send', async () => {
    const { wallet, send, state } = await threeMessages('copied');
    const end = await endOf(chain, wallet.address, send, state);
    await payWithBody('copier', wallet.address, Cell.fromHex(send.bodyHex));
    const later = await chain.account(wallet.address);
    expect(later.last?.lt).not.toBe(state.last?.lt);
    expect(await endOf(chain, wallet.address, send, later)).toEqual(end);
  });

  test('is found if the history comes in pages of one transaction', async () => {
    const { wallet, send, state } = await threeMessages('paged');
    const paged = only((address, page) => chain.transactions(address, { ...page, limit: 1 }));
    expect((await endOf(paged, wallet.address, send, state))?.state).toBe('done');
  });

  test.each<[string, (all: readonly { readonly lt: bigint }[], lt: bigint) => number]>([
    ['in the middle', (all, lt) => all.findIndex((each) => each.lt === lt)],
    ['at the beginning', () => 0],
    ['at the end', (all) => all.length - 1],
  ])('is not judged dead by a history with a gap %s', async (name, at) => {
    const { wallet, send, state } = await threeMessages(`gap ${name}`);
    const done = await endOf(chain, wallet.address, send, state);
    const lt = done?.state === 'done' ? done.lt : 0n;
    const gappy = only(async (...asked) => {
      const all = await chain.transactions(...asked);
      return all.toSpliced(at(all, lt), 1);
    });
    // If it is found before the gap, the gap does not matter.
    const judged = endOf(gappy, wallet.address, send, state);
    if (name === 'at the end') expect(await judged).toEqual(done);
    else await expect(judged).rejects.toThrow(ChainUnavailable);
    const other = { ...send, bodyHash: '00'.repeat(32) };
    await expect(endOf(gappy, wallet.address, other, state)).rejects.toThrow(ChainUnavailable);
  });
});

test('a message that ran out of gas was not executed, although the wallet has a transaction of it', async () => {
  const wallet = walletOf('poor' as Account);
  // Enough for the network to accept the message, but not for the wallet to raise its seqno.
  await chain.give(wallet.address, 4_600_000n);
  const send = sendOf(wallet, 0);
  await chain.send(send.bytes);
  const poor = await chain.account(wallet.address);
  const tried = chain.historyOf(wallet.address).length;
  expect([seqnoOf(poor), tried]).toEqual([0, 2]);
  expect(await endOf(chain, wallet.address, send, poor)).toBeUndefined();
  await chain.give(wallet.address, toNano('1'));
  await chain.send(send.bytes);
  const state = await chain.account(wallet.address);
  expect(seqnoOf(state)).toBe(1);
  const end = await endOf(chain, wallet.address, send, state);
  expect(end).toMatchObject({ state: 'done', lt: chain.historyOf(wallet.address).at(-2)?.lt });
});

test.each([
  ['the messages that it sent', ['sent', 'sent'], 3, 67n],
  ['not those that were skipped', ['sent', null], 3, 34n],
  ['all of it if no other request sent any', ['sent', 'sent', 'sent'], 3, 100n],
  ['nothing if none was sent at all', [null], 0, 0n],
])('the share of a request in the fees of its wallet’s transaction is by %s', (_, sent, size, share) => {
  const execution = { totalFees: { coins: 100n }, outMessages: { size } } as unknown as Transaction;
  expect(feeShareOf({ sent: sent as never, execution })).toBe(share);
});
