// Orders that wait for a price or a time.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Address, Decimal, Fields, MAX_MEMO_LENGTH, PageQuery, Pair, Text, TON, USDT, Whole } from './fields.ts';
import { Count, Flag, Id, Maybe, Moment, Num, OrNull, PageOf, Str, TRANSACTION, Word } from './records.ts';

export const MAX_TIMES = 1000;
export const MAX_ORDER_DAYS = 365;
export const MIN_EVERY_SECONDS = 10;

const LIMIT = {
  minReceived: Type.Optional(
    Decimal('The limit: what all of the amount must be paid at least, in tokenB. A part is paid its share.', 26),
  ),
  price: Type.Optional(
    Decimal('Instead of minReceived: tokenB for one tokenA, at least. It becomes minReceived, rounded up.', 2.6),
  ),
};

export const MAX_OVER = 3600;
const OVER = `Whole seconds up to 60, or whole minutes up to ${MAX_OVER} seconds; 0 is the price of the moment. Default 60, or 300 if
the amount is large: above the fees of the way between the tokens times its reserve of tokenA.`;

const Warnings = Type.Array(Word('A warning.', 'large_stop', 'no_reference'), {
  description:
    'Of a stop. `large_stop`: in a quiet market, somebody who holds a false price for the whole window may gain more by setting it off than that costs in fees; a longer `over` or a closer limit helps. `no_reference`: no way between the tokens can be traded at present, so it is not triggered until there is one. Else empty.',
  examples: [[]],
});

const OrderId = Text('The orderId that createOrder returned, or the number of the order as in events.', TRANSACTION);

const Nullable = {
  Moment: (description: string, example: string) =>
    Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description, examples: [example] }),
};

export const OrderRecord = Type.Object({
  orderId: Id('Id of the order, which is that of the transaction that placed it.'),
  order: Count('Number of the order, as in events and activity.', 42),
  account: Str('The owner.', 'local'),
  kind: Word('`limit`; `recurring` if it has several parts; `stop` if it has a trigger.', 'limit', 'recurring', 'stop'),
  tokenA: Str('The token offered.', TON),
  symbolA: Str('Its symbol.', 'TON'),
  tokenB: Str('The token to receive.', USDT),
  symbolB: Str('Its symbol.', 'USDT'),
  amountA: Num('The amount offered, in tokenA.', 10),
  minReceived: Maybe('The limit, in tokenB for all of amountA; null if it has none.', 26),
  price: Maybe(
    'The limit as a price: tokenB for one tokenA, truncated to 18 significant digits; null if it has none.',
    2.6,
  ),
  parts: Flag('Whether it may be filled in parts.', true),
  times: OrNull(Type.Integer(), 'Number of parts of a recurring order, else null.', null),
  every: OrNull(Type.Number(), 'Seconds between the parts of a recurring order, else null.', null),
  triggerBelow: Maybe(
    'Trigger of a stop: the average price must have fallen to this, tokenB for one tokenA; else null.',
    2.4,
  ),
  triggerAbove: Maybe(
    'Trigger of a stop: the average price must have risen to this, tokenB for one tokenA; else null.',
    2.8,
  ),
  over: OrNull(
    Type.Integer(),
    'Seconds that the average of a stop is taken over, fixed when it is placed; else null.',
    60,
  ),
  triggered: OrNull(
    Type.Boolean(),
    'Whether a stop was triggered; from then on it is filled while its trigger holds. Else null.',
    true,
  ),
  average: Maybe('The average price that triggered it, truncated to 18 significant digits; null if it was not.', 2.39),
  averageFrom: Nullable.Moment('Start of the window of that average, or null.', '2026-11-15T11:59:00.000Z'),
  averageTo: Nullable.Moment('End of the window, or null.', '2026-11-15T12:00:00.417Z'),
  averageSequence: OrNull(
    Type.Integer(),
    'Journal sequence of the last transaction counted in the average, or null.',
    56,
  ),
  averageVia: OrNull(
    Type.String(),
    'Addresses of the tokens between tokenA and tokenB on the way that was averaged, separated by spaces; empty for the pool of the pair; null if it was not triggered.',
    '',
  ),
  status: Word(
    '`open`; `filled` completely; `cancelled` by its owner or an operator; `expired`. What was filled before stays.',
    'open',
    'filled',
    'cancelled',
    'expired',
  ),
  filledA: Num('The amount sold so far, in tokenA.', 4),
  receivedB: Num('The amount received for it, in tokenB.', 10.44),
  averagePrice: Maybe('receivedB ÷ filledA, truncated to 18 significant digits; null if nothing was filled.', 2.61),
  fills: Count('Number of fills. Each is a swap of the account, or a match.', 2),
  left: Num('The amount that may still be filled, in tokenA.', 6),
  returned: Num(
    'The amount returned in tokenA: when the order was cancelled or expired, or with its last fill, if it would have bought not even one more base unit.',
    0,
  ),
  createdAt: Moment('When it was placed.'),
  updatedAt: Moment('When it last changed: was placed, triggered, filled or closed.'),
  expiresAt: Moment('When it expires.'),
  sequence: Count('Journal sequence of its last change.', 57),
  maxSlippage: Maybe(
    'How much less than the average of the last minute a fill of a recurring order or a stop may pay, as a fraction; 1 if it has no guard. Null for other orders.',
    0.01,
  ),
});

const MAX_SLIPPAGE = `Only for recurring orders and stops. How much less than the time-weighted average of the last minute a fill may pay, as a fraction. Each fill must pay at least
1 − maxSlippage of what the reference would pay for the same amount at its average price and depth, fees included; below that it waits. The reference is the way of up to three
pools that can be traded in both directions and pays most for the amount. Another order must pay at least the average after the fees of the reference. Default 0.01 for
recurring orders, 0.03 for stops; 1 turns the guard off. Between tokens that no pools connect there is no average: the order waits until there is one or it expires,
unless the guard is off. A price that was moved for a second can hold fills off for up to a minute.`;

const OFFER = Fields(
  { tokenA: Decimal('Amount of tokenA to offer, in whole tokens.', 10) },
  { description: 'The amount to offer.' },
);

export const createOrder = declareCall({
  name: 'createOrder',
  needsProof: 'never',
  venue: 'ledger',
  method: 'POST',
  who: 'trader',
  changes: true,
  scope: 'trade',
  tag: 'Orders',
  summary: 'Place an order that waits for its price',
  description: `Sets the amount aside and sells it as soon as the pools, or an opposite order, pay at least the limit: completely or in parts, never
below the limit. What is left can be taken back at any time with \`cancelOrder\`, and is given back when the order expires. Fills are swaps of the
account: see \`getActivity\` and \`/events\`. Two orders that meet fill each other at the pools' mid price within both limits, and neither gets less
than the pools would pay it. A repetition under the same Idempotency-Key gets the same answer; \`getOrder\` tells what has become of the order.`,
  kinds: {
    limit: {
      description:
        'Waits for its price. As much as the pools already pay the limit for is filled in the same commit, and the answer tells it.',
      without: ['trigger', 'maxSlippage', 'times', 'every'],
    },
    recurring: {
      description:
        'Sells one part every so often, with or without a limit. Nobody watches these fills, so `maxSlippage` guards them: a price that was moved a moment before is not taken.',
      required: ['times', 'every'],
      without: ['trigger'],
    },
    stop: {
      description:
        'Waits until the average price has passed its trigger, and then sells in slices, one in 10 seconds, while the trigger holds; its limit may be far. Nobody watches these fills, so `maxSlippage` guards them: a price that was moved a moment before is not taken.',
      required: ['trigger'],
      without: ['times', 'every'],
    },
  },
  input: Fields(
    {
      Pair,
      amount: OFFER,
      ...LIMIT,
      kind: Type.Optional(
        Word(
          '`limit` waits for a price. `recurring` sells in equal parts. `stop` waits for its trigger first. Default `limit`.',
          'limit',
          'recurring',
          'stop',
        ),
      ),
      trigger: Type.Optional(
        Fields(
          {
            below: Type.Optional(Decimal('Price that the average must fall to, tokenB for one tokenA.', 2.4)),
            above: Type.Optional(Decimal('Price that the average must rise to, tokenB for one tokenA.', 2.8)),
            over: Type.Optional(Whole(`Seconds that the average is taken over. ${OVER}`, 60)),
          },
          {
            description:
              'The trigger of a stop: below or above a price, and over. A stop whose trigger has been passed already is triggered at once.',
          },
        ),
      ),
      maxSlippage: Type.Optional(Decimal(MAX_SLIPPAGE, 0.01)),
      parts: Type.Optional(Flag('Whether less than what is due may be filled. Default true.', true)),
      times: Type.Optional(Whole(`Number of parts of a recurring order, 2 to ${MAX_TIMES}.`, 30)),
      every: Type.Optional(
        Whole(`Seconds between two parts of a recurring order, at least ${MIN_EVERY_SECONDS}.`, 86_400),
      ),
      expiresAt: Type.Optional(
        Whole(
          'When it ends: ISO 8601 with a time zone, or Unix seconds; at most a year ahead. Default 30 days, or as long as a recurring order takes.',
          1_893_456_000,
        ),
      ),
    },
    { examples: [{ Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 10 }, price: 2.6 }] },
  ),
  output: Type.Object({
    orderId: Id('Id of the order; see `getOrder`.'),
    order: OrderRecord.properties.order,
    amountA: OrderRecord.properties.amountA,
    minReceived: OrderRecord.properties.minReceived,
    price: OrderRecord.properties.price,
    expiresAt: OrderRecord.properties.expiresAt,
    status: OrderRecord.properties.status,
    filledA: OrderRecord.properties.filledA,
    receivedB: OrderRecord.properties.receivedB,
    averagePrice: OrderRecord.properties.averagePrice,
    fills: OrderRecord.properties.fills,
    left: OrderRecord.properties.left,
    over: OrderRecord.properties.over,
    createdAt: OrderRecord.properties.createdAt,
    updatedAt: OrderRecord.properties.updatedAt,
    sequence: OrderRecord.properties.sequence,
  }),
  refusals: [
    'unknown_pool',
    'not_on_this_venue orders',
    'too_many orders',
    'order_too_small',
    'token_paused',
    'deadline_passed',
    'insufficient_funds',
    'catching_up',
    'market_unavailable',
  ],
});

export const cancelOrder = declareCall({
  name: 'cancelOrder',
  needsProof: 'sometimes',
  venue: 'ledger',
  method: 'POST',
  who: 'trader',
  changes: true,
  scope: 'trade',
  tag: 'Orders',
  summary: 'Cancel an order',
  description: `Gives back what is left of an order. Operators may cancel any, in a browser session
only after a sign-in within the last five minutes (\`proof_needed\`). An order that is over is refused with \`order_closed\`, and the
message says whether it was filled, cancelled or expired. An order that is being filled at the same moment is filled or cancelled, never both.
To change an order, send an atomic \`bulk\` of \`cancelOrder\` with \`left\` and \`createOrder\`: the new order may use what the old one held, and takes its place in the limit of open orders.`,
  input: Fields(
    {
      orderId: OrderId,
      left: Type.Optional(
        Decimal(
          'Cancels only if exactly this amount of tokenA is left. If some was filled meanwhile, it is refused with `order_moved`.',
          6,
        ),
      ),
      memo: Type.Optional(
        Text(
          'The reason, on one line. The owner and operators see it in activity, events and webhooks.',
          'The token is being delisted',
          MAX_MEMO_LENGTH,
        ),
      ),
    },
    { examples: [{ orderId: TRANSACTION }] },
  ),
  output: Type.Object({
    orderId: Id('The order.'),
    transactionId: Id('The transaction that closed it.'),
    status: Word('It is cancelled.', 'cancelled'),
    returned: Num('The amount returned, in tokenA.', 6),
  }),
  refusals: ['not_found order', 'order_closed', 'order_moved'],
});

/** The most orders that one request cancels, as many as commands are in one commit. */
export const MAX_CANCELLED = 500;

export const cancelOrders = declareCall({
  name: 'cancelOrders',
  needsProof: 'never',
  venue: 'ledger',
  method: 'POST',
  who: 'trader',
  changes: true,
  scope: 'trade',
  tag: 'Orders',
  summary: 'Cancel all own open orders',
  description: `Gives back what is left of all open orders of the account, or of those of a pair or kind, in one commit: all that are still
open then, at most ${MAX_CANCELLED}, newest first. An order that is filled or closed at the same moment is passed by. A repetition under the same Idempotency-Key gets the
same answer and leaves orders that were placed since alone.`,
  input: Fields(
    {
      Pair: Type.Optional({
        ...Pair,
        description: 'Only orders that sell one of the two tokens for the other, in either direction.',
      }),
      kind: Type.Optional(Word('Only orders of this kind.', 'limit', 'recurring', 'stop')),
    },
    { examples: [{ Pair: { tokenA: TON, tokenB: USDT } }] },
  ),
  output: Type.Object({
    count: Count('Number of orders that were cancelled; 0 if none was open.', 2),
    orderIds: Type.Array(Id('Id of an order.'), { description: 'Their ids, newest first.', examples: [[TRANSACTION]] }),
    more: Flag(
      `Whether more may be open: ${MAX_CANCELLED} were cancelled. Send another request, under another key.`,
      false,
    ),
  }),
  refusals: ['unknown_token', 'catching_up', 'market_unavailable'],
});

export const setOrders = declareCall({
  name: 'setOrders',
  needsProof: 'always',
  venue: 'ledger',
  method: 'POST',
  who: 'operator',
  changes: true,
  takesNoKey: true,
  tag: 'Operator',
  summary: 'Pause or resume placing orders',
  description: `\`off\` refuses new orders with \`not_on_this_venue\`, at once on this node and within a second on every other. Orders that wait are
filled as before, and can be cancelled. With the setting ORDERS=off, it stays off.`,
  input: Fields({ orders: Word('Whether orders may be placed.', 'on', 'off') }),
  output: Type.Object({ orders: Word('Whether orders may be placed now.', 'on', 'off') }),
});

const COUNTED = { counted: true } as const;

export const getOrders = declareQuery({
  name: 'getOrders',
  venue: 'ledger',
  who: 'trader',
  tag: 'Orders',
  summary: 'List orders',
  description:
    "Lists the caller's orders: open ones first, then newest first. Operators may query any account, or all of them.",
  input: Fields({
    account: Type.Optional(Address('Account to query; operators only.', 'shop-42')),
    all: Type.Optional(Word('`true`: every account; operators only.', 'true')),
    state: Type.Optional(Word('Only orders that are open, or only those that are over.', 'open', 'closed')),
    token: Type.Optional(Address('Only orders that sell or buy this token; with `state=open`.', USDT)),
    kind: Type.Optional(Word('Only orders of this kind; with `state=open`.', 'limit', 'recurring', 'stop')),
    ...PageQuery,
    format: Type.Optional(
      Word(
        '`csv` or `ndjson`: returns everything that matches as a file, without pages. `limit` is not allowed then.',
        'csv',
        'ndjson',
      ),
    ),
  }),
  output: PageOf('orders', OrderRecord, {
    sequence: Count('Journal sequence of the answer.', 57),
  }),
  exported: OrderRecord,
  refusals: [],
  ...COUNTED,
});

export const getOrder = declareQuery({
  name: 'getOrder',
  venue: 'ledger',
  who: 'trader',
  tag: 'Orders',
  summary: 'Track an order',
  description: "Returns one of the caller's orders. Operators see every order.",
  input: Fields({ orderId: OrderId }),
  output: OrderRecord,
  refusals: ['not_found order'],
  ...COUNTED,
});

export const quoteOrder = declareQuery({
  name: 'quoteOrder',
  venue: 'ledger',
  who: 'anyone',
  tag: 'Orders',
  summary: 'Compare a limit with the price now',
  description: `Returns what the limit of an order would be, to the last unit, how far it is from what the pools pay now, and what they would fill of
it at once. Other orders are not considered. With a trigger, it also returns the average of a stop now, and how far it is from the trigger. Nothing is placed.`,
  input: Fields({
    tokenA: Address('Address of the token being offered.'),
    tokenB: Address('Address of the token being requested.', USDT),
    amount: Decimal('Amount of tokenA to offer.', 10),
    ...LIMIT,
    parts: Type.Optional(Word('Whether the order may be filled in parts. Default `true`.', 'true', 'false')),
    triggerBelow: Type.Optional(Decimal('Trigger of a stop, or triggerAbove: tokenB for one tokenA.', 2.4)),
    triggerAbove: Type.Optional(Decimal('Trigger of a stop, or triggerBelow: tokenB for one tokenA.', 2.8)),
    over: Type.Optional(Whole('Seconds that the average of a stop is taken over, as in createOrder.', 60)),
    maxSlippage: Type.Optional(Decimal('With a trigger. As in createOrder; default 0.03.', 0.03)),
  }),
  output: Type.Object({
    tokenA: Str('The token offered.', TON),
    tokenB: Str('The token to receive.', USDT),
    amountA: Num('Amount offered.', 10),
    minReceived: Num('The limit: what all of it must be paid at least, in tokenB.', 26),
    price: Num('The limit as a price: tokenB for one tokenA, truncated to 18 significant digits.', 2.6),
    marketPrice: Maybe(
      'The price that the pools pay now for the smallest fill, fees included: tokenB for one tokenA. The smallest fill is a thousandth of the order, or all of it if `parts` is false. Null if nothing can be sold now.',
      2.5,
    ),
    distance: Maybe(
      'How far the limit is above marketPrice, as a fraction; at or below 0, something is filled at once. Null if there is no marketPrice.',
      0.04,
    ),
    filledA: Num('The amount that would be filled at once, in tokenA.', 4),
    receivedB: Num('The amount that would be received for it, in tokenB.', 10.44),
    averagePrice: Maybe('receivedB ÷ filledA, truncated to 18 significant digits; null if nothing is filled.', 2.61),
    left: Num('The amount that would wait, in tokenA.', 6),
    sequence: Count('Journal sequence of the quote.', 42),
    average: Maybe(
      'With a trigger: the average that it is compared with, by now, tokenB for one tokenA; null without a trigger, or if no way between the tokens could be traded during the whole window.',
      2.5,
    ),
    averageFrom: OrderRecord.properties.averageFrom,
    averageTo: OrderRecord.properties.averageTo,
    averageVia: OrderRecord.properties.averageVia,
    over: OrNull(Type.Integer(), 'With a trigger: seconds that its average would be taken over; else null.', 60),
    warnings: Warnings,
    maxSlippage: Maybe('With a trigger: the guard that would apply, as a fraction; else null.', 0.03),
    recurringMaxSlippage: Num('The guard of a recurring order that names none, as a fraction.', 0.01),
    triggerDistance: Maybe(
      'How far the average has to fall or rise to pass the trigger, as a fraction of it; at or below 0, it has passed. Null if there is no average.',
      0.04,
    ),
  }),
  refusals: ['order_too_small', 'unknown_pool', 'catching_up', 'market_unavailable'],
  weight: 2,
});
