// A batch that is packed, sent to a thread and unpacked there is the same as before.
import { expect, test } from 'vitest';
import { APPLE, BREAD } from '../../../test/paper-exchange.ts';
import { ann, bob, deposit, swap } from '../../../test/paper-orders.ts';
import { amount, ppm } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import { WHOLE_SHARE } from '../../core/route/shape.ts';
import type { Instruction } from '../../core/settle/instruction.ts';
import { pack, unpack } from './packed.ts';

const sent = (batch: readonly Instruction[]) => unpack(structuredClone(pack(batch)));
const by = (command: Command, more: Partial<Instruction> = {}): Instruction => ({ actor: ann, command, ...more });
const route = [{ tokenIn: APPLE.address, tokenOut: BREAD.address, share: WHOLE_SHARE }];
const { amountA: _, ...terms } = swap(1n) as Extract<Command, { amountA: unknown; kind: 'swap' }>;

test.each<[string, readonly Instruction[]]>([
  ['no instructions', []],
  ['swaps of two accounts', [by(swap(1n)), by(swap(2n, { account: bob })), { actor: bob, command: swap(10n ** 30n) }]],
  ['a swap under a key', [by(swap(1n), { idempotency: { key: 'k', fingerprint: 'f' } })]],
  ['a chain', [by(swap(1n), { linked: true }), by(swap(2n))]],
  ['a swap with its own time', [by(swap(1n), { atMs: 0 })]],
  ['a swap over a route', [by(swap(1n, { route, expected: amount(1n), benchmark: 'wanted' }))]],
  [
    'a swap with limits',
    [by(swap(1n, { minReceived: amount(1n), deadlineMs: 1, referrer: bob, maxPriceImpactPpm: ppm(1n) }))],
  ],
  ['a swap for an exact amount', [by({ ...terms, amountB: amount(5n), maxPaid: amount(9n) })]],
  ['a deposit between swaps', [by(swap(1n)), by(deposit(ann, APPLE, 5n)), by(swap(2n))]],
])('a batch of %s is unpacked unchanged', (_, batch) => {
  expect(sent(batch)).toStrictEqual(batch);
});
