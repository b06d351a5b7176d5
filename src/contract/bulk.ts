// Many changes in one request, each with an outcome of its own.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { STATUSES } from './failures.ts';
import { ChangeHeaders, Fields, TON, USDT } from './fields.ts';
import { provideLiquidity, refundLiquidity } from './liquidity.ts';
import { collectFees, deposit, withdraw } from './operator.ts';
import { Id, Str, TRANSACTION } from './records.ts';
import { createSwap } from './swaps.ts';

export const MAX_ITEMS = 1000;
export const MAX_ATOMIC_ITEMS = 100;
/** Of all routes that its items name. */
export const MAX_BULK_HOPS = 1000;
export const MAX_BULK_BYTES = 1_048_576;

/** What may be an item. */
const CARRIED = [createSwap, provideLiquidity, refundLiquidity, deposit, withdraw, collectFees];
const NAMES = CARRIED.map(({ name }) => name);

const { 'idempotency-key': Key } = ChangeHeaders.properties;

/** What every item is, whatever its call takes. */
export const BulkItem = Fields({
  call: Type.Unsafe<string>({ type: 'string', enum: NAMES, description: 'The call.', examples: NAMES }),
  body: Type.Optional(Type.Unknown({ description: 'The body that the call takes.' })),
  idempotencyKey: Type.Optional({
    ...Key,
    description: "1 to 255 printable ASCII characters without spaces: the item's own Idempotency-Key.",
  }),
});

const status = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const Done = Type.Object({
  status: status('200, or 202 where the venue settles later.', 200),
  data: Type.Union([...new Set(CARRIED.map(({ output }) => output))], {
    description: 'What the call answers as `data`.',
  }),
  transactionId: Type.Optional(Id('The transaction that was made; getTransaction shows it.')),
});

const Refused = Type.Object({
  status: status('The status that the call alone would have.', 422),
  error: Str('What went wrong, in words to act on.', 'Pair.tokenA is missing.'),
  code: Type.Unsafe<string>({
    type: 'string',
    enum: Object.keys(STATUSES),
    description: 'A stable code to decide by.',
    examples: ['insufficient_funds'],
  }),
});

const EXAMPLE = [
  { call: 'createSwap', body: { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 10 } } },
  { call: 'createSwap', body: { Pair: { tokenA: USDT, tokenB: TON }, amount: { tokenA: 25 } } },
];

export const bulk = declareCall({
  name: 'bulk',
  method: 'POST',
  who: 'trader',
  changes: true,
  tag: 'Swaps',
  summary: 'Many changes in one request',
  description:
    'Up to 1000 calls in a body of up to 1 MiB, carried out in their order and answered in it. An item that is malformed or refused\nfails alone, unless `atomic` is set: then all of up to 100 are done or, at the first refusal, none. Each swap is routed as the items\nbefore it leave the pools. With an `Idempotency-Key`,\n`items[i]` has the key `<key>/<i>` unless it brings its own. Limits of requests and changes count every item.',
  input: Fields(
    {
      atomic: Type.Optional(
        Type.Boolean({
          description:
            'All of the items or none: one that is refused says why, the others, those before it too, are `not_attempted` (424).',
          examples: [false],
        }),
      ),
      items: Type.Array(Type.Unknown(), {
        minItems: 1,
        maxItems: MAX_ITEMS,
        description: 'The calls, 1 to 1000; where `atomic` is set, 1 to 100.',
        examples: [EXAMPLE],
      }),
    },
    { examples: [{ items: EXAMPLE }] },
  ),
  output: Type.Object({
    items: Type.Array(Type.Union([Done, Refused]), {
      description: 'What became of each item, in their order.',
      examples: [
        [
          { status: 200, data: { transactionId: TRANSACTION, status: 'completed' }, transactionId: TRANSACTION },
          { status: 400, error: 'Pair.tokenA is missing.', code: 'invalid_request' },
        ],
      ],
    }),
  }),
  carries: CARRIED,
});
