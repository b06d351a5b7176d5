// Which requests are signed together: by their deadline, their cost, their size and their messages.
import { toNano } from '@ton/core';
import { describe, expect, test } from 'vitest';
import { payment, paymentMessage } from '../../../test/ton/outbox/payments.ts';
import type { Account } from '../../core/amount.ts';
import type { ChainRequest } from '../../ports/chain-requests.ts';
import { chooseBatch, costOf, MESSAGE_FEE, refuseUnsendable, WALLET_FEE } from './batch.ts';

const [NOW_S, UNTIL_S] = [1000, 1060];
const ended = { send: null, status: 'pending', result: null, event: null, endedAtMs: null } as const;

const request = (number: number, over: Partial<ChainRequest> = {}): ChainRequest => ({
  ...payment('ann' as Account, `request ${number}`),
  ...{ number, ...ended },
  ...over,
});
const due = (number: number, deadlineS: number | null): ChainRequest => request(number, { deadlineS });

function choose(requests: readonly ChainRequest[], balance = toNano('1000')) {
  const { batch, expired, unaffordable } = chooseBatch(requests, {
    ...{ balance, chainTimeS: NOW_S, validUntilS: UNTIL_S },
  });
  const numbers = (found: readonly ChainRequest[] = []) => found.map(({ number }) => number);
  return {
    ...{ taken: numbers(batch?.requests), untilS: batch?.validUntilS },
    ...{ expired: numbers(expired), unaffordable: numbers(unaffordable) },
  };
}

describe('deadlines', () => {
  test.each<[string, readonly (number | null)[], Partial<ReturnType<typeof choose>>]>([
    ['none: the usual validity', [null, null], { taken: [0, 1], untilS: UNTIL_S }],
    ['now: expired', [NOW_S], { taken: [], untilS: undefined, expired: [0] }],
    ['a second later: signed, and valid until then', [NOW_S + 1], { taken: [0], untilS: NOW_S + 1, expired: [] }],
    ['that of the message: unchanged', [UNTIL_S], { taken: [0], untilS: UNTIL_S }],
    ['later: the usual validity', [UNTIL_S + 1], { taken: [0], untilS: UNTIL_S }],
    ['earlier than the rest: waits for a message of its own', [null, UNTIL_S - 1, null], { taken: [0, 2] }],
    ['as late as the rest: together', [null, UNTIL_S, UNTIL_S], { taken: [0, 1, 2], untilS: UNTIL_S }],
    ['of the first: the others share it', [1010, null, 1010, 1009], { taken: [0, 1, 2], untilS: 1010 }],
    ['expired before others: these are signed', [NOW_S, null], { taken: [1], untilS: UNTIL_S, expired: [0] }],
  ])('%s', (_, deadlines, expected) => {
    expect(choose(deadlines.map((deadlineS, number) => due(number, deadlineS)))).toMatchObject(expected);
  });
});

describe('the wallet’s TON', () => {
  const paying = (number: number, nano: bigint) => request(number, { messages: [paymentMessage(`${number}`, nano)] });
  const [first, second] = [paying(0, 900n), paying(1, 100n)];
  const costs = costOf(first.messages);

  test('the cost of a request is its TON and a fee for each message', () => {
    const messages = [paymentMessage('a', 5n), paymentMessage('b', 7n)];
    expect(costOf(messages)).toBe(12n + 2n * MESSAGE_FEE);
  });

  test.each([
    ['pays the first', WALLET_FEE + costs, [0], [1]],
    ['lacks one nanoton for the first', WALLET_FEE + costs - 1n, [1], [0]],
    ['pays both', WALLET_FEE + costs + costOf(second.messages), [0, 1], []],
    ['lacks one nanoton for both', WALLET_FEE + costs + costOf(second.messages) - 1n, [0], [1]],
    ['is empty', 0n, [], [0, 1]],
  ])('%s', (_, balance, taken, unaffordable) => {
    expect(choose([first, second], balance)).toMatchObject({ taken, unaffordable });
  });
});

describe('what one message carries', () => {
  test('equal messages are in different batches', () => {
    const { messages } = request(0);
    expect(choose([request(0), request(1, { messages }), request(2)]).taken).toEqual([0, 2]);
  });

  test('at most a hundred messages, but a first request may have more', () => {
    const many = (number: number, count: number) =>
      request(number, { messages: Array.from({ length: count }, (_, at) => paymentMessage(`${number}/${at}`)) });
    expect(choose([many(0, 60), many(1, 40)]).taken).toEqual([0, 1]);
    expect(choose([many(0, 60), many(1, 41), many(2, 40)]).taken).toEqual([0, 2]);
    expect(choose([many(0, 101), many(1, 1)]).taken).toEqual([0]);
  });

  test('at most 48 KiB, but a first request may have more', () => {
    const long = (number: number, bytes: number) =>
      request(number, { messages: [paymentMessage(`${number}`.padEnd(bytes, '.'))] });
    expect(choose([long(0, 20_000), long(1, 20_000), long(2, 20_000), request(3)]).taken).toEqual([0, 1, 3]);
    expect(choose([long(0, 50_000), request(1)]).taken).toEqual([0]);
  });

  test('a request has 1 to 255 messages', () => {
    const messages = Array.from({ length: 256 }, (_, at) => paymentMessage(`${at}`));
    expect(() => refuseUnsendable({ messages: messages.slice(0, 255) })).not.toThrow();
    expect(() => refuseUnsendable({ messages })).toThrow('1 to 255 messages');
    expect(() => refuseUnsendable({ messages: [] })).toThrow('1 to 255 messages');
  });
});
