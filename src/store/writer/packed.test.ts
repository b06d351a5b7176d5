// A batch that is packed, sent to a thread and unpacked there is the same as before, and so is its reply.
import { expect, test } from 'vitest';
import { APPLE, BREAD } from '../../../test/paper-exchange.ts';
import { ann, bob, deposit, swap } from '../../../test/paper-orders.ts';
import { amount, ppm } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import { WHOLE_SHARE } from '../../core/route/shape.ts';
import type { Instruction } from '../../core/settle/instruction.ts';
import { pack, packReply, unpack, unpackReply } from './packed.ts';
import type { WriterReply } from './wire.ts';

const MARK = { sequence: 7, id: '01890a5d-ac96-7000-8000-0000070a1b2c' };
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
  const question = { batch, composedAt: MARK };
  expect(unpack(structuredClone(pack(question)))).toStrictEqual(question);
});

const POSTED = [8, '01890a5d-ac96-7000-8000-0000080a1b2c', ann, 1_700_000_000_000, '{"kind":"swap"}'] as const;
const REFUSED = { refusal: { code: 'idempotency_key_reused' } } as const;
const VOLUMES = new Map([
  [APPLE.address, { paid: 1.5, received: 0 }],
  [BREAD.address, { paid: 0, received: 2 }],
]);

test.each<[string, WriterReply]>([
  ['no outcomes', { outcomes: [], traded: undefined }],
  ['a swap', { outcomes: [POSTED], traded: { swaps: 1, volumes: VOLUMES } }],
  ['a refusal between transactions', { outcomes: [POSTED, REFUSED, POSTED], traded: undefined }],
  ['a failure', { unavailable: 'busy', detail: 'locked' }],
  ['a written record', { written: [[{ id: 1 }]] }],
])('a reply with %s is unpacked unchanged', (_, reply) => {
  expect(unpackReply(structuredClone(packReply(reply)))).toStrictEqual(reply);
});
