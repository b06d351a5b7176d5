// Orders that wait for a price or a time.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Address, Decimal, Fields, MAX_MEMO_LENGTH, PageQuery, Pair, Text, TON, USDT, Whole } from './fields.ts';
import { Count, Flag, Id, Maybe, Moment, Num, OrNull, PageOf, Str, TRANSACTION, Word } from './records.ts';

export const MAX_TIMES = 1000;
export const MAX_ORDER_DAYS = 365;
export const MIN_EVERY_SECONDS = 10;

const LIMIT = {
  minReceived: Type.Optional(Decimal('The limit: least payment for all of the amount, in tokenB.', 26)),
  price: Type.Optional(Decimal('Instead of minReceived: least tokenB for one tokenA, rounded up.', 2.6)),
};
/** The limit of `createOrder`, which may be one of an exact amount of tokenB. */
const LIMIT_OR_COST = {
  ...LIMIT,
  maxPaid: Type.Optional(Decimal('With amount.tokenB: the most to pay for it, in tokenA.', 13)),
  price: Type.Optional(
    Decimal(
      'Instead of minReceived: least tokenB for one tokenA, rounded up. Instead of maxPaid: most tokenA for one tokenB, rounded down.',
      2.6,
    ),
  ),
};

export const MAX_OVER = 3600;
const OVER = `Whole seconds up to 60, or whole minutes up to ${MAX_OVER} seconds; 0 is the price of the moment. Default 60, or 300 if the amount is large.`;

const Warnings = Type.Array(Word('A warning.', 'large_stop', 'no_reference'), {
  description:
    'Of a stop. `large_stop`: setting it off by a false price may pay; use a longer `over` or a closer limit. `no_reference`: it cannot be triggered until pools connect the tokens.',
  examples: [[]],
});

const OrderId = Text('The orderId, or the number of the order.', TRANSACTION);

const ClientId = (description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9._:-]{1,64}$', description, examples: ['bid-1'] });

/** Which order a call is about. */
const WhichOrder = {
  orderId: Type.Optional(OrderId),
  clientId: Type.Optional(ClientId('Instead of orderId: of the open order, or else the newest.')),
};

const Nullable = {
  Moment: (description: string, example: string) =>
    Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description, examples: [example] }),
};

export const OrderRecord = Type.Object({
  orderId: Id('Id of the order: of the transaction that placed it.'),
  order: Count('Number of the order, as in events.', 42),
  account: Str('The owner.', 'local'),
  clientId: OrNull(Type.String(), "The owner's name for it, or null.", 'bid-1'),
  keyId: OrNull(Type.String(), 'Id of the key that placed it; null for a session.', '3f2a9c0d1e4b5a67'),
  kind: Word('Kind of order.', 'limit', 'recurring', 'stop'),
  tokenA: Str('The token offered.', TON),
  symbolA: Str('Its symbol.', 'TON'),
  tokenB: Str('The token to receive.', USDT),
  symbolB: Str('Its symbol.', 'USDT'),
  amountA: Num('The amount offered, in tokenA; of a buy (amountB) the most that it pays.', 10),
  amountB: Maybe('The exact amount that it buys, in tokenB; or null.', 26),
  minReceived: Maybe('The limit, in tokenB for all of amountA; or null.', 26),
  price: Maybe('The limit as tokenB for one tokenA, of a buy tokenA for one tokenB, 18 digits; or null.', 2.6),
  parts: Flag('Whether it may be filled in parts.', true),
  postOnly: Flag('Whether it was placed as postOnly.', false),
  immediate: Flag('Whether it was placed as immediate.', false),
  times: OrNull(Type.Integer(), 'Number of parts of a recurring order, else null.', null),
  every: OrNull(Type.Number(), 'Seconds between the parts of a recurring order, else null.', null),
  triggerBelow: Maybe('Trigger of a stop: average price to fall to, tokenB for one tokenA; or null.', 2.4),
  triggerAbove: Maybe('Trigger of a stop: average price to rise to, tokenB for one tokenA; or null.', 2.8),
  over: OrNull(Type.Integer(), 'Seconds of the average of a stop; or null.', 60),
  triggered: OrNull(Type.Boolean(), 'Whether a stop was triggered; null for others.', true),
  average: Maybe('The average that triggered it, 18 digits; or null.', 2.39),
  averageFrom: Nullable.Moment('Start of its window, or null.', '2026-11-15T11:59:00.000Z'),
  averageTo: Nullable.Moment('End of its window, or null.', '2026-11-15T12:00:00.417Z'),
  averageSequence: OrNull(Type.Integer(), 'Last transaction counted in the average, or null.', 56),
  averageVia: OrNull(
    Type.String(),
    'Tokens in between on the averaged path, separated by spaces; empty for the pool of the pair; or null.',
    '',
  ),
  status: Word('What has become of it; fills stay.', 'open', 'filled', 'cancelled', 'expired'),
  filledA: Num('The amount sold so far, in tokenA.', 4),
  receivedB: Num('The amount received for it, in tokenB.', 10.44),
  averagePrice: Maybe('receivedB ÷ filledA, of a buy filledA ÷ receivedB, 18 digits; null without a fill.', 2.61),
  fills: Count('Number of fills.', 2),
  left: Num('The amount that may still be filled (of a buy: paid), in tokenA.', 6),
  returned: Num('The amount returned, in tokenA.', 0),
  createdAt: Moment('When it was placed.'),
  updatedAt: Moment('When it last changed.'),
  expiresAt: Moment('When it expires.'),
  sequence: Count('Journal sequence of its last change.', 57),
  maxSlippage: Maybe('Guard of a recurring order or a stop, as a fraction; 1 for none. Null for others.', 0.01),
});

const MAX_SLIPPAGE =
  'How much less a fill of a recurring order or a stop may pay than the average of the last minute, as a fraction; below that it waits. Default 0.01, for stops 0.03; 1 turns the guard off.';

const OFFER = Fields(
  {
    tokenA: Type.Optional(Decimal('Amount of tokenA to offer, in whole tokens.', 10)),
    tokenB: Type.Optional(Decimal('Instead, of a limit order: exact amount of tokenB to buy.', 5)),
  },
  { description: 'The amount to offer, or the amount to buy.' },
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
  description:
    "Sets the amount aside and sells it as soon as the pools, or an opposite order, pay at least the limit, completely or in parts. What is left is given back by\n`cancelOrder` or when the order expires. Two orders that meet fill each other at the pools' mid price within both limits; neither gets\nless than the pools would pay it. The rules: docs/interface.md#orders.",
  kinds: {
    limit: {
      description: 'Waits for its price. What the pools already pay the limit for is filled at once.',
      without: ['trigger', 'maxSlippage', 'times', 'every'],
    },
    recurring: {
      description: 'Sells one part every so often, with or without a limit, guarded by `maxSlippage`.',
      required: ['times', 'every'],
      without: ['trigger', 'postOnly', 'immediate', 'maxPaid'],
    },
    stop: {
      description:
        'Waits until the average price has passed its trigger, then sells in slices, one in 10 seconds, while the trigger holds, guarded by `maxSlippage`.',
      required: ['trigger'],
      without: ['times', 'every', 'postOnly', 'immediate', 'maxPaid'],
    },
  },
  input: Fields(
    {
      Pair,
      amount: OFFER,
      ...LIMIT_OR_COST,
      kind: Type.Optional(Word('Default `limit`.', 'limit', 'recurring', 'stop')),
      clientId: Type.Optional(ClientId('A name of your own; no two of your open orders may share it.')),
      trigger: Type.Optional(
        Fields(
          {
            below: Type.Optional(Decimal('Average to fall to, tokenB for one tokenA.', 2.4)),
            above: Type.Optional(Decimal('Average to rise to, tokenB for one tokenA.', 2.8)),
            over: Type.Optional(Whole(`Seconds of the average. ${OVER}`, 60)),
          },
          {
            description: 'The trigger of a stop: below or above a price.',
          },
        ),
      ),
      maxSlippage: Type.Optional(Decimal(MAX_SLIPPAGE, 0.01)),
      parts: Type.Optional(Flag('Whether it may be filled in parts. Default true.', true)),
      postOnly: Type.Optional(Flag('Refuse it with `would_fill` if the pools would fill any of it at once.', false)),
      immediate: Type.Optional(
        Flag('Return what the pools do not fill at once; not with postOnly or expiresAt.', false),
      ),
      times: Type.Optional(Whole(`Number of parts of a recurring order, 2 to ${MAX_TIMES}.`, 30)),
      every: Type.Optional(
        Whole(`Seconds between two parts of a recurring order, at least ${MIN_EVERY_SECONDS}.`, 86_400),
      ),
      expiresAt: Type.Optional(
        Whole(
          'ISO 8601 with a time zone, or Unix seconds, at most a year ahead. Default 30 days, or as long as a recurring order takes.',
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
    amountB: OrderRecord.properties.amountB,
    minReceived: OrderRecord.properties.minReceived,
    price: OrderRecord.properties.price,
    expiresAt: OrderRecord.properties.expiresAt,
    status: OrderRecord.properties.status,
    filledA: OrderRecord.properties.filledA,
    receivedB: OrderRecord.properties.receivedB,
    averagePrice: OrderRecord.properties.averagePrice,
    fills: OrderRecord.properties.fills,
    left: OrderRecord.properties.left,
    returned: OrderRecord.properties.returned,
    over: OrderRecord.properties.over,
    createdAt: OrderRecord.properties.createdAt,
    updatedAt: OrderRecord.properties.updatedAt,
    sequence: OrderRecord.properties.sequence,
  }),
  refusals: [
    'unknown_pool',
    'reference_reused',
    'not_on_this_venue orders',
    'too_many orders',
    'order_too_small',
    'would_fill',
    'route_moved',
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
  description:
    'Gives back what is left of an order; operators may cancel any. One that is over is refused with `order_closed`, and the message says how it ended.\nTo change an order, send an atomic `bulk` of `cancelOrder` with `left` and `createOrder`.',
  input: Fields(
    {
      ...WhichOrder,
      left: Type.Optional(Decimal('Refuse with `order_moved` unless exactly this amount of tokenA is left.', 6)),
      memo: Type.Optional(
        Text('The reason, on one line, for the owner and operators.', 'The token is being delisted', MAX_MEMO_LENGTH),
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
  description: `Gives back what is left of all open orders, or of those of a pair or kind, in one commit of at most ${MAX_CANCELLED}, newest first. A repetition under the same Idempotency-Key leaves orders placed since alone.`,
  input: Fields(
    {
      Pair: Type.Optional({
        ...Pair,
        description: 'Only orders of this pair, in either direction.',
      }),
      kind: Type.Optional(Word('Only orders of this kind.', 'limit', 'recurring', 'stop')),
    },
    { examples: [{ Pair: { tokenA: TON, tokenB: USDT } }] },
  ),
  output: Type.Object({
    count: Count('Number of orders that were cancelled; 0 if none was open.', 2),
    orderIds: Type.Array(Id('Id of an order.'), { description: 'Their ids, newest first.', examples: [[TRANSACTION]] }),
    more: Flag(
      `Whether more may be open, as ${MAX_CANCELLED} were cancelled: send another request, under another key.`,
      false,
    ),
  }),
  refusals: ['unknown_token', 'catching_up', 'market_unavailable'],
});

export const [LEAST_CANCEL_SECONDS, MOST_CANCEL_SECONDS] = [5, 86_400];

export const cancelAfter = declareCall({
  name: 'cancelAfter',
  needsProof: 'never',
  venue: 'ledger',
  method: 'POST',
  who: 'trader',
  changes: true,
  takesNoKey: true,
  scope: 'trade',
  tag: 'Orders',
  summary: 'Cancel the orders of this key unless renewed',
  description:
    "A dead man's switch: if the API key of this request does not renew it in time, the open orders that the key placed are cancelled within two seconds. Renewals within half a second share one time.",
  input: Fields({
    seconds: Whole(`${LEAST_CANCEL_SECONDS} to ${MOST_CANCEL_SECONDS}; 0 switches it off.`, 60),
  }),
  output: Type.Object({
    cancelsAt: OrNull(Type.String(), 'When they are cancelled; null if switched off.', '2026-11-15T12:01:00.000Z'),
  }),
  refusals: ['catching_up', 'market_unavailable'],
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
  description:
    '`off` refuses new orders, at once on this node and within a second on others. Waiting orders go on. With the setting ORDERS=off, it stays off.',
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
  description: 'Open orders first, then newest first. Operators may query any account, or all.',
  input: Fields({
    account: Type.Optional(Address('Account to query; operators only.', 'shop-42')),
    all: Type.Optional(Word('`true`: every account; operators only.', 'true')),
    state: Type.Optional(Word('Only orders that are open, or only those that are over.', 'open', 'closed')),
    token: Type.Optional(Address('Only orders that sell or buy this token; with `state=open`.', USDT)),
    kind: Type.Optional(Word('Only orders of this kind; with `state=open`.', 'limit', 'recurring', 'stop')),
    ...PageQuery,
    format: Type.Optional(Word('Download all matching orders as one file; not with `limit`.', 'csv', 'ndjson')),
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
  input: Fields(WhichOrder, { examples: [{ orderId: TRANSACTION }] }),
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
  description:
    'What the limit would be, how far it is from what the pools pay now, and what they would fill at once; other orders are not considered. With a trigger, also the average of a stop now.',
  input: Fields({
    tokenA: Address('Address of the token being offered.'),
    tokenB: Address('Address of the token being requested.', USDT),
    amount: Decimal('Amount of tokenA to offer.', 10),
    ...LIMIT,
    parts: Type.Optional(Word('Whether it may be filled in parts. Default `true`.', 'true', 'false')),
    triggerBelow: Type.Optional(Decimal('Trigger of a stop, tokenB for one tokenA.', 2.4)),
    triggerAbove: Type.Optional(Decimal('Trigger of a stop, tokenB for one tokenA.', 2.8)),
    over: Type.Optional(Whole('Seconds of its average, as in createOrder.', 60)),
    maxSlippage: Type.Optional(Decimal('With a trigger. As in createOrder; default 0.03.', 0.03)),
  }),
  output: Type.Object({
    tokenA: Str('The token offered.', TON),
    tokenB: Str('The token to receive.', USDT),
    amountA: Num('Amount offered.', 10),
    minReceived: Num('The limit for all of it, in tokenB.', 26),
    price: Num('The limit as tokenB for one tokenA, 18 digits.', 2.6),
    marketPrice: Maybe(
      'What pools pay now for the smallest fill, fees included, tokenB for one tokenA; null if nothing can be sold.',
      2.5,
    ),
    distance: Maybe('How far the limit is above marketPrice, as a fraction; null without one.', 0.04),
    filledA: Num('The amount that would be filled at once, in tokenA.', 4),
    receivedB: Num('The amount that would be received for it, in tokenB.', 10.44),
    averagePrice: Maybe('receivedB ÷ filledA, 18 digits; null without a fill.', 2.61),
    left: Num('The amount that would wait, in tokenA.', 6),
    sequence: Count('Journal sequence of the quote.', 42),
    average: Maybe('With a trigger: its average now, tokenB for one tokenA; or null.', 2.5),
    averageFrom: OrderRecord.properties.averageFrom,
    averageTo: OrderRecord.properties.averageTo,
    averageVia: OrderRecord.properties.averageVia,
    over: OrNull(Type.Integer(), 'With a trigger: seconds of its average; else null.', 60),
    warnings: Warnings,
    maxSlippage: Maybe('With a trigger: the guard that would apply, as a fraction; else null.', 0.03),
    recurringMaxSlippage: Num('Default guard of a recurring order, as a fraction.', 0.01),
    triggerDistance: Maybe(
      'How far the average is from the trigger, as a fraction of it; at or below 0, it has passed. Null without an average.',
      0.04,
    ),
  }),
  refusals: ['order_too_small', 'unknown_pool', 'catching_up', 'market_unavailable'],
  weight: 2,
});
