// Every request that a read sends to the endpoint fails, hangs or gets a false answer: the caller gets the right answer or an
// error, no promise is left unhandled, and the next read works. One devnet, whose answers are recorded: 5 s of CPU.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Address } from '@ton/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, amount } from '../../../src/core/amount.ts';
import { ChainUnavailable } from '../../../src/ton/chain.ts';
import type { TonVenue } from '../../../src/ton/venue/venue.ts';
import { times } from '../../times.ts';
import { type Answer, type Call, ScriptedEndpoint } from '../scripted-endpoint.ts';
import { openNode, type PaperTon, paperTon } from './paper-ton.ts';

const folder = mkdtempSync(join(tmpdir(), 'millpond-ton-'));
const ann = 'ann' as Account;
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);
let [on, endpoint]: [PaperTon, ScriptedEndpoint] = [] as never;
/** The chain does not change during these tests, so that the same request has the same answer. */
const recorded = new Map<string, object>();

beforeAll(async () => {
  on = await paperTon(folder);
  endpoint = await ScriptedEndpoint.start();
  await on.fund(ann, { TON: '100', USDT: '1000' });
  const pair = { tokenA: on.token('TON'), tokenB: on.token('USDT') };
  const offer = { amountA: amount(10n ** 9n), amountB: amount(2_500_000n) };
  await on.venue.execute(ann, { kind: 'provide', account: ann, ...pair, ...offer });
  process.on('unhandledRejection', note);
});

afterAll(async () => {
  process.off('unhandledRejection', note);
  await endpoint[Symbol.asyncDispose]();
  await on.stop();
  rmSync(folder, { recursive: true });
});

/** The recorded answer with the current time, which an account's state contains. */
async function truth({ method, params }: Call): Promise<Answer> {
  const question = JSON.stringify({ method, params });
  if (!recorded.has(question)) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(on.server.published.endpoint, { method: 'POST', body: question, headers });
    recorded.set(question, ((await answer.json()) as { result: object }).result);
  }
  const result = recorded.get(question) as object;
  return { result: 'sync_utime' in result ? { ...result, sync_utime: Math.floor(Date.now() / 1000) } : result };
}

const pair = () => ({ tokenA: on.token('TON'), tokenB: on.token('USDT') });
const READS: Readonly<Record<string, (venue: TonVenue) => Promise<unknown>>> = {
  quote: (venue) => venue.quote({ ...pair(), exact: { in: amount(10n ** 9n) }, referred: false }),
  pools: (venue) => venue.pools({ limit: 10 }),
  position: (venue) => venue.position(ann, on.token('TON'), on.token('USDT')),
  'balances and prices': (venue) =>
    Promise.all([venue.balances(ann, { limit: 10 }), venue.fairPrices([on.token('STON')])]),
  'is it ready': (venue) => venue.check(),
  'messages to sign': async (venue) => {
    const { messages } = await venue.wallets.build({ kind: 'refund', account: ann, ...pair() });
    return messages.map(({ address, amount: value }) => [address, value]);
  },
};

type Fault = (right: Answer) => Answer;
const resultOf = (right: Answer): object => (right as { result: object }).result;
const fails: Fault = () => ({ status: 503, body: '{"ok":false,"error":"timeout"}' });
const LASTING = 'fail from then on';
const FAULTS: Readonly<Record<string, Fault>> = {
  [LASTING]: fails,
  'fail once': fails,
  'never come': () => 'silence',
  'are nothing': () => ({ result: null }),
  'have another form': () => ({ result: { exit_code: 0, stack: [['num', 'many']], balance: 'many', block_id: {} } }),
  'are of a block that is far ahead': (right) => ({ result: { ...resultOf(right), block_id: { seqno: 2 ** 40 } } }),
};

/** Opened anew for every fault, so that nothing is cached. */
async function opened(): Promise<TonVenue> {
  endpoint.answer = truth;
  const over = { endpoint: { url: endpoint.url, perSecond: 100_000, timeoutMs: 300, backOffMs: 1 }, readyMs: 0 };
  return (await openNode(on.store, on.server, over)).venue;
}

/** Spoils the answer to one request, with a lasting fault also all later ones; false if there was no such request. */
async function spoil(read: string, fault: string, at: number): Promise<boolean> {
  const [ask, answer] = [READS[read], FAULTS[fault]] as [(typeof READS)[string], Fault];
  const venue = await opened();
  let [asked, isReached] = [0, false];
  endpoint.answer = async (call) => {
    const isSpoilt = asked === at || (fault === LASTING && asked > at);
    asked += 1;
    isReached ||= isSpoilt;
    const right = await truth(call);
    return isSpoilt ? answer(right) : right;
  };
  const told = await ask(venue).catch((error: unknown) => error);
  endpoint.answer = truth;
  const after = await ask(venue);
  const what = `${read}: question ${at} of those that ${fault}`;
  if (told instanceof Error) expect(told, what).toBeInstanceOf(ChainUnavailable);
  // While the endpoint is down, a list ends where it was cut off.
  else if (fault !== LASTING) expect(told, what).toEqual(after);
  // Rejections are reported after the microtasks of this turn.
  await delay(0);
  expect(unhandled, what).toEqual([]);
  return isReached;
}

test('if the endpoint goes down at any request of a quote, no rejected promise is left unhandled', async () => {
  for (let at = 0; await spoil('quote', LASTING, at); at++);
});

/** The long run tries every fault at every request, the short run one fault at each. */
const isLong = times(1) > 1;

test.each(Object.keys(READS))(
  '%s: if a request fails, hangs or gets a false answer, the result is right or an error, and the next read works',
  async (read) => {
    const faults = Object.keys(FAULTS);
    for (let [at, isReached] = [0, true]; isReached; at++)
      for (const [place, fault] of faults.entries())
        if (isLong || place === at % faults.length) isReached = await spoil(read, fault, at);
  },
);

test('a probe and a known caller overtake the waiting requests of many strangers', async () => {
  endpoint.answer = truth;
  const over = { endpoint: { url: endpoint.url, perSecond: 20, timeoutMs: 60_000, backOffMs: 1 }, readyMs: 0 };
  const { venue, head } = await openNode(on.store, on.server, over);
  const before = endpoint.calls.length;
  /** A read that makes one request to the endpoint. */
  const look = (number: number) => () =>
    venue.wallets.wallet(new Address(0, Buffer.alloc(32, number)).toString() as Account);
  const [STRANGERS, KNOWN] = [60, 200];
  const strangers = Array.from({ length: STRANGERS }, (_, at) =>
    venue.asCaller({ isStranger: true, name: `10.0.0.${at}` }, look(at + 1)),
  );
  await Promise.all([...strangers, head(), venue.asCaller({ isStranger: false, name: 'ann' }, look(KNOWN))]);
  const asked = endpoint.calls.slice(before).map(({ params }) => Address.parse(String(params.address)).hash[0]);
  expect(asked).toHaveLength(STRANGERS + 2);
  // Some strangers are served at once, up to the burst; a probe asks for the zero account.
  for (const other of [0, KNOWN]) expect(asked.indexOf(other)).toBeLessThan(30);
});
