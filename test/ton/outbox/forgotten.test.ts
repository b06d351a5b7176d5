// Finds messages that a wallet executed but its store does not know, oldest first; a request matches only if all of its messages were sent.
import { Cell, internal, loadMessageRelaxed, toNano } from '@ton/core';
import { beforeAll, expect, test } from 'vitest';
import { externalBoc, messageCell, signedBody } from '#devnet/contracts/wallet-v5';
import type { Account } from '../../../src/core/amount.ts';
import type { ChainRequest, ChainSend } from '../../../src/ports/chain-requests.ts';
import { ChainUnavailable } from '../../../src/ton/chain.ts';
import { executionOf, sentOf } from '../../../src/ton/outbox/execution.ts';
import { Forgotten } from '../../../src/ton/outbox/forgotten.ts';
import { PaperChain } from './paper-chain.ts';
import { payment, paymentMessage, walletOf } from './payments.ts';

let chain: PaperChain;
beforeAll(async () => {
  chain = await PaperChain.make();
});

const ordered = (account: Account, id: string, messages = [paymentMessage(id)]): ChainRequest =>
  ({ ...payment(account, id, { messages }), number: 1, status: 'pending', send: null, result: null }) as never;

/** A wallet that has executed these messages, one external message for each list. */
async function executed(name: string, ...lists: readonly (readonly string[])[]) {
  const [account, wallet] = [name as Account, walletOf(name as Account)];
  await chain.give(wallet.address, toNano('10'));
  for (const [seqno, list] of lists.entries()) {
    const messages = list.map((message) => Cell.fromBase64(message));
    const body = signedBody(wallet, { secretKey: wallet.secretKey, seqno, validUntilS: chain.timeS + 60, messages });
    await chain.send(externalBoc(wallet, body, { deploys: seqno === 0 }));
  }
  const externals = chain.historyOf(wallet.address).filter(({ inMessage }) => inMessage?.info.type === 'external-in');
  /** Searches with a store that knows the first `known` messages. */
  const find = async (candidates: readonly ChainRequest[], known = 0) => {
    const last = externals[known - 1];
    const lastDone = last && ({ seqno: known - 1, lt: last.lt } as ChainSend);
    const state = await chain.account(wallet.address);
    const found = new Forgotten({ chain, requests: { lastDone: async () => lastDone, gaps: async () => [] } });
    return found.find({ account, wallet, state }, candidates);
  };
  return { account, wallet, externals, find };
}

test('the oldest of several forgotten messages is found first, with the fields that are stored when a message is signed', async () => {
  const { account, externals, find } = await executed('two', [paymentMessage('a')], [paymentMessage('b')]);
  const requests = [ordered(account, 'b'), ordered(account, 'a'), ordered(account, 'never sent')];
  const first = await find(requests);
  expect(first?.requests.map(({ request }) => request.id)).toEqual(['a']);
  const { inMessage, prevTransactionLt } = externals[0] as (typeof externals)[number];
  expect(first?.send).toMatchObject({
    ...{ seqno: 0, validUntilS: chain.timeS + 60, afterLt: prevTransactionLt },
    bodyHash: inMessage?.body.hash().toString('hex'),
  });
  // A search after the first transaction finds the second.
  const next = await find(requests, 1);
  expect([next?.send.seqno, next?.requests.map(({ request }) => request.id)]).toEqual([1, ['b']]);
  expect(await find(requests, 2)).toBeUndefined();
});

test('before a message that the store knows others are found for a week, and as long ago as a request can be', async () => {
  const DAY_S = 86_400;
  const { account, wallet, externals } = await executed('gap', [paymentMessage('lost')], [paymentMessage('known')]);
  const { now: sentS, prevTransactionLt } = externals[0] as (typeof externals)[number];
  const known = externals[1] as (typeof externals)[number];
  const gap = { afterLt: 0n, next: { lt: known.lt, hash: known.hash().toString('hex') } as ChainSend };
  const lastDone = async () => ({ seqno: 1, lt: known.lt }) as ChainSend;
  const reader = () => new Forgotten({ chain, requests: { lastDone, gaps: async () => [gap] } as never });
  const state = await chain.account(wallet.address);
  const findIn = async (within: Forgotten, id: string, atS: number, createdS = atS) => {
    const place = { account, wallet, state: { ...state, head: { ...state.head, timeS: atS } } };
    return (await within.find(place, [{ ...ordered(account, id), createdAtMs: createdS * 1000 }]))?.send.afterLt;
  };
  expect(await findIn(reader(), 'known', sentS)).toBeUndefined();
  expect(await findIn(reader(), 'lost', sentS + 7 * DAY_S)).toBe(prevTransactionLt);
  const later = reader();
  expect(await findIn(later, 'lost', sentS + 7 * DAY_S + 1)).toBeUndefined();
  // The clock that dates requests may be an hour ahead of the chain's.
  expect(await findIn(later, 'lost', sentS + 8 * DAY_S, sentS + 3601)).toBeUndefined();
  expect(await findIn(later, 'lost', sentS + 8 * DAY_S, sentS + 3600)).toBe(prevTransactionLt);
});

test('a payment of TON is told apart by the query id in place of its logical time', async () => {
  const marked = (queryId: bigint, id = 'paid') => {
    const { info, ...message } = loadMessageRelaxed(Cell.fromBase64(paymentMessage(id)).beginParse());
    const cell = messageCell({ ...message, info: { ...info, createdLt: queryId } as never });
    return cell.toBoc().toString('base64');
  };
  const { account, wallet, find } = await executed('marked', [marked(5n), marked(6n), marked(6n, 'other')]);
  expect(await find([ordered(account, 'x', [marked(7n)])])).toBeUndefined();
  expect((await find([ordered(account, 'x', [marked(6n)])]))?.requests).toMatchObject([{ messages: [marked(6n)] }]);
  const forgotten = new Forgotten({ chain, requests: { lastDone: async () => undefined, gaps: async () => [] } });
  const place = { account, wallet, state: await chain.account(wallet.address) };
  expect(await forgotten.sentWith(place, 6n)).toEqual([marked(6n), marked(6n, 'other')]);
  expect(await forgotten.sentWith(place, 7n)).toBeUndefined();
});

test('a message that contains only a part of a request is not matched to it', async () => {
  const [one, other] = [paymentMessage('half 1'), paymentMessage('half 2')];
  const { account, find } = await executed('halves', [one], [one, other]);
  expect((await find([ordered(account, 'x', [one, other])]))?.send.seqno).toBe(1);
  expect(await find([ordered(account, 'x', [one, paymentMessage('half 3')])])).toBeUndefined();
});

test('neither a message of another signer nor an incoming payment is matched to a request', async () => {
  const { account, wallet, find } = await executed('foreign', [paymentMessage('of somebody else')]);
  await chain.give(wallet.address, toNano('1'));
  expect(await find([ordered(account, 'mine')])).toBeUndefined();
  expect(await find([])).toBeUndefined();
});

test('a payment whose body looks like a signed message is not matched to a request, since anybody may send it', async () => {
  const { account, wallet, find } = await executed('copied', [paymentMessage('of a lost request')]);
  const validUntilS = chain.timeS + 60;
  const forged = signedBody(wallet, {
    ...{ secretKey: walletOf('forger' as Account).secretKey, seqno: 1, validUntilS },
    messages: [Cell.fromBase64(paymentMessage('mine'))],
  });
  const forgery = messageCell(internal({ to: wallet.address, value: toNano('0.1'), body: forged }));
  await executed('forger', [forgery.toBoc().toString('base64')]);
  expect(chain.historyOf(wallet.address).at(-1)?.inMessage?.body.equals(forged)).toBe(true);
  expect(await find([ordered(account, 'mine')])).toBeUndefined();
});

test('if a request has two equal messages and one was sent, sentOf returns null for the other', async () => {
  const message = paymentMessage('twice');
  const { account, externals } = await executed('equal', [message], [message, message]);
  const [once, twice] = externals as [(typeof externals)[number], (typeof externals)[number]];
  const request = ordered(account, 'x', [message, message]);
  expect(sentOf(request, once).map((sent) => sent !== null)).toEqual([true, false]);
  const [first, second] = sentOf(request, twice);
  expect(first?.createdLt).not.toBe(second?.createdLt);
  expect(sentOf(ordered(account, 'y', [paymentMessage('other')]), once)).toEqual([null]);
});

test('executionOf returns the transaction that a send names, and throws if the chain returns another or the send names none', async () => {
  const { wallet, externals } = await executed('named', [paymentMessage('c')], [paymentMessage('d')]);
  const [{ lt }] = externals as [(typeof externals)[number]];
  const hash = externals[0]?.hash().toString('hex') as string;
  expect((await executionOf(chain, wallet.address, { lt, hash })).lt).toBe(lt);
  const another = Object.assign(Object.create(chain), { transactions: async () => externals.slice(1) });
  await expect(executionOf(another, wallet.address, { lt, hash })).rejects.toThrow(ChainUnavailable);
  await expect(executionOf(chain, wallet.address, { lt: null, hash: null })).rejects.toThrow('was not executed');
});
