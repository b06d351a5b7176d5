// The outbox on an in-memory chain: each accepted request is executed exactly once, whatever the endpoint, other signers and other nodes do.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beginCell, Cell, internal, toNano } from '@ton/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { externalBoc, messageCell, signedBody } from '#devnet/contracts/wallet-v5';
import type { Account } from '../../../src/core/amount.ts';
import type { ChainRequests } from '../../../src/ports/chain-requests.ts';
import type { Store } from '../../../src/ports/store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { type Chain, ChainUnavailable } from '../../../src/ton/chain.ts';
import { EndpointRefused } from '../../../src/ton/endpoint/rpc.ts';
import type { OutboxOptions } from '../../../src/ton/outbox/outbox.ts';
import type { Track } from '../../../src/ton/outbox/track.ts';
import { NOT_ENOUGH_TON, NOT_SENT_IN_TIME } from '../../../src/ton/trace/words.ts';
import { POLICY } from '../../store-contract/site.ts';
import { PaperChain } from './paper-chain.ts';
import { outboxOf, payment, paymentMessage, timesPaid, walletOf } from './payments.ts';

let folder: string;
let store: Store;
let requests: ChainRequests;
let chain: PaperChain;
let accounts = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millpond-'));
  store = await openSqliteStore({ path: join(folder, 'exchange.db'), busyTimeoutMs: 60_000, policy: POLICY });
  requests = store.chainRequests;
  chain = await PaperChain.make();
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

/** A new account whose wallet has TON. */
async function newAccount(ton = '100'): Promise<Account> {
  accounts += 1;
  const account = `payer-${accounts}` as Account;
  await chain.give(walletOf(account).address, toNano(ton));
  return account;
}

/** An outbox that runs until the test ends. */
function run(over: Partial<OutboxOptions> & { readonly chain?: Chain } = {}) {
  const outbox = outboxOf(requests, over.chain ?? chain, over);
  outbox.start();
  onTestFinished(() => outbox.stop());
  return outbox;
}

const statusOf = async (id: string) => (await requests.find(id))?.status;
const ended = (ids: readonly string[]) =>
  vi.waitUntil(async () => (await Promise.all(ids.map(statusOf))).every((status) => status !== 'pending'), {
    timeout: 100_000,
    interval: 5,
  });
const resultOf = async (id: string) => {
  const { seal, ...result } = JSON.parse((await requests.find(id))?.result ?? '{}');
  expect(seal).toMatch(/^[0-9a-f]{16}$/);
  return result;
};
const idsOf = (account: Account, count: number) => Array.from({ length: count }, (_, at) => `${account}/${at}`);

async function blocks(isOver: () => Promise<boolean>, seconds = 1): Promise<void> {
  while (!(await isOver())) {
    await chain.block(seconds);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The chain with some methods replaced. */
const chainWith = (over: Partial<Chain>): Chain => ({
  head: () => chain.head(),
  account: (address) => chain.account(address),
  run: () => chain.run(),
  send: (boc) => chain.send(boc),
  transactions: (...asked) => chain.transactions(...asked),
  taken: (message) => chain.taken(message),
  ...over,
});

describe('requests', () => {
  test('of a wallet that is not deployed yet are executed, several in one message, and none is sent before it is stored', async () => {
    const account = await newAccount();
    const early: Buffer[] = [];
    const outbox = run({
      chain: chainWith({
        async send(boc) {
          const live = await requests.liveSend(account);
          if (live?.boc !== boc.toString('base64')) early.push(boc);
          await chain.send(boc);
        },
      }),
    });
    const ids = idsOf(account, 12);
    for (const id of ids) await outbox.submit(payment(account, id));
    await ended(ids);
    expect(await timesPaid(chain, ids)).toEqual(ids.map(() => '1'));
    expect(new Set(await Promise.all(ids.map(statusOf)))).toEqual(new Set(['completed']));
    const sends = new Set((await requests.page({ account, before: 1e9, limit: 99 })).map(({ send }) => send));
    expect(sends.size).toBeLessThan(12);
    expect(early).toEqual([]);
  });

  test('under a used key return the request accepted first', async () => {
    const account = await newAccount();
    const outbox = run();
    const id = `${account}/0`;
    const first = await outbox.submit(payment(account, id));
    const second = await outbox.submit(payment(account, `${account}/other`, { key: id }));
    expect([second.isNew, second.request.id, first.request.number]).toEqual([false, id, second.request.number]);
    await ended([id]);
    expect(await timesPaid(chain, [id, `${account}/other`])).toEqual(['1', '0']);
  });

  test('with equal messages are never sent together, so that they can be told apart', async () => {
    const account = await newAccount();
    const ids = idsOf(account, 3);
    const messages = [paymentMessage(`${account}/0`)];
    for (const id of ids) await requests.accept(payment(account, id, { messages }));
    run();
    await ended(ids);
    expect(await timesPaid(chain, [`${account}/0`])).toEqual(['3']);
    const sends = (await requests.page({ account, before: 1e9, limit: 9 })).map(({ send }) => send);
    expect(new Set(sends).size).toBe(3);
  });

  test.each<[string, readonly string[]]>([
    ['no message', []],
    ['256 messages', Array(256).fill(paymentMessage('x'))],
    ['too many bytes', Array(200).fill(paymentMessage('x'.repeat(300)))],
    ['something that is no message', ['te6c']],
  ])('with %s are not accepted', async (_, messages) => {
    const account = await newAccount();
    const [outbox, request] = [run(), payment(account, `${account}/0`, { messages })];
    await expect(outbox.submit(request)).rejects.toThrow();
    await expect(outbox.submitAfter(0, request)).rejects.toThrow();
    expect(await requests.find(`${account}/0`)).toBeUndefined();
  });

  test('with 255 messages are executed', async () => {
    const account = await newAccount();
    const id = `${account}/0`;
    const messages = Array.from({ length: 255 }, (_, at) => paymentMessage(`${id}/${at}`));
    await run().submit(payment(account, id, { messages }));
    await ended([id]);
    expect(await statusOf(id)).toBe('completed');
    const paid = await timesPaid(chain, [`${id}/0`, `${id}/254`]);
    expect(paid).toEqual(['1', '1']);
  });

  test('whose deadline has passed by the clock of the chain are not signed', async () => {
    const account = await newAccount();
    const [late, soon] = idsOf(account, 2) as [string, string];
    await requests.accept(payment(account, late, { deadlineS: chain.timeS }));
    await requests.accept(payment(account, soon, { deadlineS: chain.timeS + 1 }));
    run();
    await ended([late, soon]);
    expect(await timesPaid(chain, [late, soon])).toEqual(['0', '1']);
    expect(await resultOf(late)).toEqual(NOT_SENT_IN_TIME);
    const send = await requests.send((await requests.find(soon))?.send ?? 0);
    expect(send?.validUntilS).toBe(chain.timeS + 1);
  });
});

describe('a wallet without enough TON', () => {
  test('fails the requests it cannot pay, and pays the rest', async () => {
    const account = await newAccount('1');
    const [costly, cheap] = idsOf(account, 2) as [string, string];
    await requests.accept(payment(account, costly, { messages: [paymentMessage(costly, toNano('5'))] }));
    await requests.accept(payment(account, cheap));
    run();
    await ended([costly, cheap]);
    expect(await timesPaid(chain, [costly, cheap])).toEqual(['0', '1']);
    expect(await resultOf(costly)).toEqual(NOT_ENOUGH_TON);
  });

  test('that has no TON at all signs nothing', async () => {
    const account = 'penniless' as Account;
    await requests.accept(payment(account, 'penniless/0'));
    run();
    await ended(['penniless/0']);
    expect(await requests.find('penniless/0')).toMatchObject({ send: null });
    expect(await resultOf('penniless/0')).toEqual(NOT_ENOUGH_TON);
  });

  /** A request that stays under way until the test ends it. */
  function tracking(): { readonly track: Track; readonly begun: Promise<void>; readonly end: () => void } {
    const [start, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const track: Track = async () => {
      start.resolve();
      await back.promise;
      return { status: 'completed', details: {} };
    };
    return { track, begun: start.promise, end: back.resolve };
  }

  test('waits while a request under way may return TON', async () => {
    const account = await newAccount('1');
    const [first, second] = idsOf(account, 2) as [string, string];
    const { track, begun, end } = tracking();
    const outbox = run({ track });
    await outbox.submit(payment(account, first, { messages: [paymentMessage(first, toNano('0.6'))] }));
    await begun;
    await outbox.submit(payment(account, second, { messages: [paymentMessage(second, toNano('0.6'))] }));
    expect(await statusOf(second)).toBe('pending');
    await chain.give(walletOf(account).address, toNano('1'));
    await vi.waitUntil(async () => (await requests.find(second))?.send !== null, { timeout: 100_000 });
    end();
    await ended([first, second]);
    expect(await statusOf(second)).toBe('completed');
  });

  test('waits while a request that was signed before it may return TON', async () => {
    const account = await newAccount('1');
    const [first, second] = idsOf(account, 2) as [string, string];
    const { track, begun, end } = tracking();
    for (const id of [first, second])
      await requests.accept(payment(account, id, { messages: [paymentMessage(id, toNano('0.6'))] }));
    run({ track });
    onTestFinished(end);
    await begun;
    expect(await statusOf(second)).toBe('pending');
    await chain.give(walletOf(account).address, toNano('1'));
    end();
    await ended([first, second]);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['completed', 'completed']);
  });

  test('keeps a take-back until there is enough TON, however often it looks', async () => {
    const account = await newAccount('0.05');
    const [back, other, last] = idsOf(account, 3) as [string, string, string];
    await requests.accept(payment(account, back, { kind: 'takeBack' }));
    await requests.accept(payment(account, other));
    const outbox = run();
    await ended([other]);
    // By the second one, the outbox has looked at the take-back again.
    await outbox.submit(payment(account, last));
    await ended([last]);
    expect([await resultOf(other), await resultOf(last)]).toEqual([NOT_ENOUGH_TON, NOT_ENOUGH_TON]);
    expect(await requests.find(back)).toMatchObject({ status: 'pending', send: null });
    await chain.give(walletOf(account).address, toNano('1'));
    await ended([back]);
    expect(await timesPaid(chain, [back, other, last])).toEqual(['1', '0', '0']);
  });

  test('skips messages without an error, and their requests fail', async () => {
    const account = await newAccount('1');
    const [costly, half, cheap] = idsOf(account, 3) as [string, string, string];
    await requests.accept(payment(account, cheap));
    await requests.accept(payment(account, costly, { messages: [paymentMessage(costly, toNano('5'))] }));
    await requests.accept(
      payment(account, half, { messages: [paymentMessage(half), paymentMessage(costly, toNano('6'))] }),
    );
    const rich = chainWith({
      account: async (address) => ({ ...(await chain.account(address)), balance: toNano('1000') }),
    });
    run({ chain: rich });
    await ended([costly, half, cheap]);
    expect(await timesPaid(chain, [costly, half, cheap])).toEqual(['0', '1', '1']);
    expect(await resultOf(costly)).toEqual(NOT_ENOUGH_TON);
    expect(await resultOf(half)).toEqual({ reason: 'one of its payments was not made' });
  });
});

describe('a flaky endpoint', () => {
  test.each<[string, (random: () => number) => Partial<Chain>]>([
    ['refuses most messages', (random) => ({ send: async (boc) => (random() < 0.7 ? refuse() : chain.send(boc)) })],
    ['executes messages and reports a failure', () => ({ send: (boc) => chain.send(boc).then(refuse) })],
    [
      'drops most messages and reports success',
      (random) => ({ send: async (boc) => (random() < 0.7 ? undefined : chain.send(boc)) }),
    ],
    [
      'often does not answer',
      (random) => ({
        account: async (address) => (random() < 0.5 ? refuse() : chain.account(address)),
        transactions: async (...asked) => (random() < 0.5 ? refuse() : chain.transactions(...asked)),
        taken: async (message) => (random() < 0.5 ? refuse() : chain.taken(message)),
      }),
    ],
    [
      'leaves transactions out',
      (random) => ({
        transactions: async (...asked) => (await chain.transactions(...asked)).filter(() => random() < 0.7),
      }),
    ],
  ])('that %s: each request is still paid once', async (_, flaky) => {
    const account = await newAccount();
    const ids = idsOf(account, 6);
    const outbox = run({ chain: chainWith(flaky(randomOf(7))) });
    for (const id of ids) await outbox.submit(payment(account, id));
    await ended(ids);
    expect(await timesPaid(chain, ids)).toEqual(ids.map(() => '1'));
  });

  const refuse = (): never => {
    throw new ChainUnavailable('it does not answer');
  };
});

describe('a message that was signed', () => {
  const untilLive = (account: Account) =>
    vi.waitUntil(() => requests.liveSend(account), { timeout: 100_000, interval: 2 });

  test.each([
    ['as long again as the endpoint lags behind', 30, 90],
    ['no longer than a minute more, however far this machine’s clock is ahead', 10_000, 120],
    ['no shorter if it is behind', -30, 60],
  ])('is valid for a minute, and %s', async (_, aheadS, validS) => {
    const account = await newAccount();
    const [id] = idsOf(account, 1) as [string];
    const atS = chain.timeS;
    const before = (await chain.account(walletOf(account).address)).last?.lt;
    run({ now: () => (atS + aheadS) * 1000 });
    await requests.accept(payment(account, id));
    await ended([id]);
    const send = await requests.send((await requests.find(id))?.send ?? 0);
    // What the wallet did before need not be searched for it.
    expect(send).toMatchObject({ validUntilS: atS + validS, afterLt: before });
  });

  test('and never arrives expires by the clock of the chain, and its requests are signed again', async () => {
    const account = await newAccount();
    const [id] = idsOf(account, 1) as [string];
    let isDeaf = true;
    const pushed: string[] = [];
    const deaf = chainWith({
      async send(boc) {
        pushed.push(boc.toString('base64'));
        if (!isDeaf) await chain.send(boc);
      },
    });
    let nowMs = chain.timeS * 1000;
    run({ chain: deaf, now: () => nowMs });
    await requests.accept(payment(account, id));
    const first = await untilLive(account);
    nowMs += 10_000_000;
    await vi.waitUntil(() => pushed.length > 3, { timeout: 100_000 });
    expect(new Set(pushed).size).toBe(1);
    chain.timeS = first.validUntilS + 30;
    const before = pushed.length;
    await vi.waitUntil(() => pushed.length > before + 3, { timeout: 100_000 });
    expect((await requests.liveSend(account))?.id).toBe(first.id);
    isDeaf = false;
    nowMs = 0;
    chain.timeS += 1;
    await ended([id]);
    expect((await requests.send(first.id))?.state).toBe('dead');
    expect(await timesPaid(chain, [id])).toEqual(['1']);
    await expect(chain.send(Buffer.from(first.boc, 'base64'))).rejects.toThrow('cannot apply external message');
  });

  test('is sent again only after a while, and if it dies, the last refusal of the endpoint is told', async () => {
    const account = await newAccount();
    const [id] = idsOf(account, 1) as [string];
    let [nowMs, looks] = [1000, 0];
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const pushedMs: number[] = [];
    let isDeaf = true;
    const deaf = chainWith({
      account: (address) => {
        looks += 1;
        return chain.account(address);
      },
      async send(boc) {
        if (!isDeaf) return chain.send(boc);
        pushedMs.push(nowMs);
        throw new EndpointRefused('too many messages', false);
      },
    });
    const troubles: string[] = [];
    run({ chain: deaf, pushEveryMs: 4000, onTrouble: (error) => troubles.push((error as Error).message) });
    await requests.accept(payment(account, id));
    for (const nextMs of [4999, 5000, 8999]) {
      const seen = looks;
      await vi.waitUntil(() => looks > seen + 3, { timeout: 100_000 });
      nowMs = nextMs;
    }
    const seen = looks;
    await vi.waitUntil(() => looks > seen + 3, { timeout: 100_000 });
    expect([pushedMs, troubles]).toEqual([[1000, 5000], []]);
    isDeaf = false;
    chain.timeS = ((await untilLive(account))?.validUntilS ?? 0) + 31;
    await ended([id]);
    expect(troubles).toEqual([expect.stringMatching(/signed anew \(.*too many messages.*\)/)]);
  });

  test('and whose seqno another signer uses is dead, and its requests are signed again', async () => {
    const account = await newAccount();
    const ids = idsOf(account, 2);
    const wallet = walletOf(account);
    let isDeaf = true;
    run({ chain: chainWith({ send: async (boc) => (isDeaf ? undefined : chain.send(boc)) }) });
    for (const id of ids) await requests.accept(payment(account, id));
    const first = await untilLive(account);
    const messages = [messageCell(internal({ to: wallet.address, value: 1n }))];
    const body = signedBody(wallet, { secretKey: wallet.secretKey, seqno: 0, validUntilS: chain.timeS + 60, messages });
    await chain.send(externalBoc(wallet, body, { deploys: true }));
    isDeaf = false;
    await ended(ids);
    expect((await requests.send(first.id))?.state).toBe('dead');
    expect(await timesPaid(chain, ids)).toEqual(['1', '1']);
  });

  test('while the endpoint returns outdated states of the wallet pays its request once', async () => {
    const account = await newAccount();
    const ids = idsOf(account, 4);
    const { address } = walletOf(account);
    const stale = await chain.account(address);
    let looks = 0;
    const outbox = run({
      chain: chainWith({
        account: async (asked) => {
          looks += 1;
          return looks % 3 === 0 ? { ...stale, head: await chain.head() } : chain.account(asked);
        },
      }),
    });
    for (const id of ids) {
      await outbox.submit(payment(account, id));
      await ended([id]);
    }
    expect(await timesPaid(chain, ids)).toEqual(ids.map(() => '1'));
  });
});

describe('a store that has lost', () => {
  test.each([
    ['all that was signed', 0],
    ['all that was signed after the first message', 1],
  ])('%s: requests that were executed are not signed again', async (_, kept) => {
    const place = join(folder, `forgotten-${accounts}.db`);
    const account = await newAccount();
    const ids = idsOf(account, 5);
    const own = await openSqliteStore({ path: place, busyTimeoutMs: 60_000, policy: POLICY });
    onTestFinished(() => own.close());
    const isOver = async () => {
      const found = await own.chainRequests.page({ before: 1e9, limit: 99 });
      return found.length >= ids.length && found.every(({ status }) => status === 'completed');
    };
    const untilOver = () => vi.waitUntil(isOver, { timeout: 100_000, interval: 5 });
    const first = outboxOf(own.chainRequests, chain);
    first.start();
    for (const id of ids) await first.submit(payment(account, id));
    await untilOver();
    await first.stop();
    const db = new DatabaseSync(place);
    db.exec(`
      UPDATE chain_orders SET send = NULL, status = 'pending', result = NULL, event = NULL, ended_at_ms = NULL WHERE send > ${kept};
      DELETE FROM chain_sends WHERE id > ${kept}`);
    db.close();
    const next = `${account}/next`;
    await own.chainRequests.accept(payment(account, next));
    const second = outboxOf(own.chainRequests, chain);
    second.start();
    await untilOver();
    await second.stop();
    expect(await timesPaid(chain, [...ids, next])).toEqual([...ids, next].map(() => '1'));
  });
});

describe('a message that was lost with the store', () => {
  /** Two forms of one request: the same query id, and another amount. */
  const form = (account: Account, units: number): string =>
    messageCell(
      internal({
        ...{ to: walletOf(`${account}-payee` as Account).address, value: toNano('0.1'), bounce: false },
        body: beginCell().storeUint(0x0f8a7ea5, 32).storeUint(777, 64).storeCoins(units).endCell(),
      }),
    )
      .toBoc()
      .toString('base64');

  test('and is executed after its request was repeated in another form: the request is not signed again, and stored as it was sent', async () => {
    const account = await newAccount();
    const wallet = walletOf(account);
    const [lost, repeated] = [form(account, 1), form(account, 2)];
    const signing = { seqno: 0, validUntilS: chain.timeS + 60, messages: [Cell.fromBase64(lost)] };
    const body = signedBody(wallet, { secretKey: wallet.secretKey, ...signing });
    // The first look at the wallet is before the message is executed, and what is signed then is not sent.
    let isLate = true;
    const outbox = run({
      chain: chainWith({ send: async (boc) => (isLate ? undefined : chain.send(boc)) }),
      decisionFor: async (_, messages) => JSON.stringify({ sentAs: messages }),
    });
    const id = `${account}/0`;
    await outbox.submit(payment(account, id, { messages: [repeated] }));
    await vi.waitUntil(async () => (await requests.liveSend(account)) !== undefined, { timeout: 100_000 });
    await chain.send(externalBoc(wallet, body, { deploys: true }));
    isLate = false;
    await ended([id]);
    const request = await requests.find(id);
    expect(request).toMatchObject({
      ...{ status: 'completed', messages: [lost], decision: JSON.stringify({ sentAs: [lost] }) },
    });
    const send = await requests.send(request?.send as number);
    expect(send).toMatchObject({ state: 'done', seqno: 0, bodyHash: body.hash().toString('hex') });
    expect((await chain.account(wallet.address)).data?.beginParse().skip(1).loadUint(32)).toBe(1);
    expect(await outbox.sentWith(account, 777n)).toBeUndefined();
  });
});

describe('a slow account or request', () => {
  test('delays neither another account nor another request of its account', async () => {
    const [slow, quick] = [await newAccount(), await newAccount()];
    const stuck = walletOf(slow).address;
    const { promise: never, reject } = Promise.withResolvers<never>();
    never.catch(() => {});
    const [first = '', second = ''] = idsOf(quick, 2);
    const outbox = run({
      chain: chainWith({ account: (address) => (address.equals(stuck) ? never : chain.account(address)) }),
      track: async ({ id }) => (id === first ? never : { status: 'completed', details: {} }),
    });
    await outbox.submit(payment(slow, `${slow}/0`));
    await outbox.submit(payment(quick, first));
    await vi.waitUntil(async () => (await requests.underWay({ account: quick, after: 0, limit: 1 })).length === 1, {
      timeout: 100_000,
    });
    await outbox.submit(payment(quick, second));
    await ended([second]);
    expect([await statusOf(first), await statusOf(`${slow}/0`)]).toEqual(['pending', 'pending']);
    reject(new ChainUnavailable('it took too long'));
  });
});

test('two nodes on timed blocks that lose some messages pay each request once', async () => {
  const payers = [await newAccount(), await newAccount(), await newAccount()];
  chain.isInstant = false;
  onTestFinished(() => {
    chain.isInstant = true;
  });
  const nodes = [run(), run()];
  const count = Number(process.env.OUTBOX_ORDERS ?? 20);
  const ids = Array.from({ length: count }, (_, at) => ({ account: payers[at % 3] as Account, id: `many/${at}` }));
  const submitted = Promise.all(ids.map(({ account, id }, at) => nodes[at % 2]?.submit(payment(account, id))));
  await blocks(async () => {
    if (chain.timeS % 7 === 0) chain.forgetSent();
    const states = await Promise.all(ids.map(({ id }) => statusOf(id)));
    return states.every((status) => status !== 'pending' && status !== undefined);
  });
  await submitted;
  expect(
    await timesPaid(
      chain,
      ids.map(({ id }) => id),
    ),
  ).toEqual(ids.map(() => '1'));
});

/** Seeded, so the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
