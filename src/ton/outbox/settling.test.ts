// How the end of a request is recorded: once, with a checksum of everything that it names.
import { Address, type Transaction } from '@ton/core';
import { describe, expect, test } from 'vitest';
import { payment } from '../../../test/ton/outbox/payments.ts';
import type { Account } from '../../core/amount.ts';
import type { ChainRequest, ChainSend } from '../../ports/chain-requests.ts';
import { isSealed } from './seal.ts';
import { end, Settling } from './settling.ts';
import type { OrderOutcome } from './track.ts';

const SEND = { id: 3, lt: 5n, hash: '0a0b' } as ChainSend;
const request: ChainRequest = {
  ...{ ...payment('ann' as Account, 'r'), number: 7, send: SEND.id, status: 'pending' as const },
  ...{ result: null, event: null, endedAtMs: null },
};
/** A transaction that sent nothing, since the wallet had too little TON. */
const execution = {
  ...{ lt: SEND.lt, hash: () => Buffer.from(SEND.hash as string, 'hex') },
  outMessages: { values: () => [], size: 0 },
} as unknown as Transaction;

/** A store that notes what is recorded; `isFirst` if nobody else has recorded the end. */
function recorder(isFirst = true) {
  const [ended, ends]: [ChainRequest[], string[]] = [[], []];
  const requests = {
    settle: async (of: ChainRequest, to: Pick<ChainRequest, 'status' | 'result'>) => {
      ended.push({ ...of, ...to });
      return isFirst;
    },
    send: async () => SEND,
  };
  return { ended, ends, ending: { requests, onEnd: (how: string) => ends.push(how) } as never };
}

test.each<[OrderOutcome, string]>([
  [{ status: 'completed', details: {} }, 'completed'],
  [{ status: 'failed', details: {} }, 'failed'],
  [{ status: 'failed', details: {}, isStranded: true }, 'stranded'],
])('an end %j is reported as %s by the process that recorded it, and by no other', async (outcome, expected) => {
  for (const isFirst of [true, false]) {
    const { ending, ends, ended } = recorder(isFirst);
    await end(ending, request, outcome as Exclude<OrderOutcome, { status: 'pending' }>, execution);
    expect([ends, ended.length]).toEqual([isFirst ? [expected] : [], 1]);
  }
});

describe('a request under way', () => {
  const settlingWith = () => {
    const { ending, ended } = recorder();
    let reads = 0;
    const chain = {
      transactions: async () => {
        reads += 1;
        return [execution];
      },
    };
    const wallets = { of: async () => ({ address: new Address(0, Buffer.alloc(32)) }) };
    const track = async () => ({ status: 'completed', details: {} });
    const settling = new Settling({ ...(ending as object), chain, wallets, track } as never);
    return { settling, ended, reads: () => reads };
  };

  test('ends with a checksum of the transaction that sent it, too', async () => {
    const { settling, ended } = settlingWith();
    await settling.step(request);
    const [one] = ended as [ChainRequest];
    const sent = { lt: SEND.lt, hash: SEND.hash };
    expect(isSealed(one, sent)).toBe(true);
    for (const other of [null, { ...sent, lt: 6n }, { ...sent, hash: '0a0c' }])
      expect(isSealed(one, other)).toBe(false);
    for (const other of [{ send: 4 }, { result: '{}' }, { decision: '[]' }, { status: 'completed' }] as const)
      expect(isSealed({ ...one, ...other }, sent)).toBe(false);
  });

  test('of a transaction that was read before reads it no more', async () => {
    const { settling, reads } = settlingWith();
    for (const number of [7, 8]) await settling.step({ ...request, number });
    expect(reads()).toBe(1);
  });
});
