// Several changes in one request, each with its own result.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { ErrorCodeRecord, ReasonCodeRecord } from './failures.ts';
import { ChangeHeaders, Fields, TON, USDT } from './fields.ts';
import { provideLiquidity, refundLiquidity } from './liquidity.ts';
import { collectFees, deposit, withdraw } from './operator.ts';
import { cancelOrder, createOrder } from './orders.ts';
import { Flag, Id, OrNull, SignedReceiptRecord, Str, TRANSACTION } from './records.ts';
import { createSwap } from './swaps.ts';
import { createTransfer } from './transfers.ts';

export const MAX_ITEMS = 1000;
export const MAX_ATOMIC_ITEMS = 100;
/** The most hops that the routes of all items may have together. */
export const MAX_BULK_HOPS = 1000;
export const MAX_BULK_BYTES = 1_048_576;

/** Calls that a bulk may contain. */
const CARRIED = [
  createSwap,
  createOrder,
  cancelOrder,
  provideLiquidity,
  refundLiquidity,
  createTransfer,
  deposit,
  withdraw,
  collectFees,
];
const NAMES = CARRIED.map(({ name }) => name);

const { 'idempotency-key': Key } = ChangeHeaders.properties;

/** The fields of every item; `body` depends on the call. */
export const BulkItem = Fields({
  call: Type.Unsafe<string>({ type: 'string', enum: NAMES, description: 'Name of the call.', examples: NAMES }),
  body: Type.Optional(Type.Unknown({ description: 'Request body of the call.' })),
  idempotencyKey: Type.Optional({
    ...Key,
    description: '1 to 255 printable ASCII characters without spaces. The key of this item.',
  }),
});

const status = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const Done = Type.Object({
  status: status('200, or 202 if the venue settles later.', 200),
  data: Type.Union([...new Set(CARRIED.map(({ output }) => output))], {
    description: 'The `data` that the call returns.',
  }),
  transactionId: Type.Optional(Id('The transaction.')),
  receipt: Type.Optional(OrNull(SignedReceiptRecord, 'With the header `Signed-Receipt`.', null)),
});

const Refused = Type.Object({
  status: status('The status of the call on its own.', 422),
  error: Str('What went wrong and what to do about it.', 'Pair.tokenA is missing.'),
  code: ErrorCodeRecord,
  reasonCode: Type.Optional(ReasonCodeRecord),
});

const EXAMPLE = [
  { call: 'createSwap', body: { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 10 } } },
  { call: 'createSwap', body: { Pair: { tokenA: USDT, tokenB: TON }, amount: { tokenA: 25 } } },
];

export const bulk = declareCall({
  name: 'bulk',
  needsProof: 'sometimes',
  method: 'POST',
  who: 'trader',
  changes: true,
  tag: 'Swaps',
  summary: 'Several changes in one request',
  description:
    'Runs up to 1000 calls in order, from a body of up to 1 MiB, each with its own result. A malformed or refused item fails alone; with `atomic`, up to 100 items all succeed or all fail. Each swap is routed against the pools as the items before leave them. With an `Idempotency-Key`, `items[i]` uses the key `<key>/<i>` unless it has its own. Every item counts against the limits.',
  input: Fields(
    {
      atomic: Type.Optional(
        Flag(
          'All items succeed or none does: beside the refused item, all others return `not_attempted` (424).',
          false,
        ),
      ),
      items: Type.Array(Type.Unknown(), {
        minItems: 1,
        maxItems: MAX_ITEMS,
        description: 'The calls: 1 to 1000, or 1 to 100 with `atomic`.',
        examples: [EXAMPLE.slice(0, 1)],
      }),
    },
    { examples: [{ items: EXAMPLE }] },
  ),
  output: Type.Object({
    items: Type.Array(Type.Union([Done, Refused]), {
      description: 'The result of each item, in order.',
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
