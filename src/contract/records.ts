// Records that several calls return.
import Type, { type Static, type TArray, type TProperties, type TSchema } from 'typebox';
import { Status, TON, USDT } from './fields.ts';

/** An exact decimal: a number, or a string if the request asks for strings. */
export const Num = (description: string, example: number) =>
  Type.Unsafe<number>({ type: ['number', 'string'], description, examples: [example] });
/** Like `Num`, but null if the value cannot be determined. */
export const Maybe = (description: string, example: number) =>
  Type.Unsafe<number | null>({
    type: ['number', 'string', 'null'],
    description,
    examples: [example],
  });
/** A decimal that is a string in every answer. */
export const Exact = (description: string, example: string) =>
  Type.String({ format: 'decimal', description, examples: [example] });
export const Count = (description: string, example: number) => Type.Integer({ description, examples: [example] });
export const Flag = (description: string, example: boolean) => Type.Boolean({ description, examples: [example] });
export const OrNull = <Schema extends TSchema>(schema: Schema, description: string, example: unknown) =>
  Type.Union([schema, Type.Null()], { description, examples: [example] });
export const Str = (description: string, example: string) => Type.String({ description, examples: [example] });
/** One of a few words; the first is the example. */
export const Word = <const Choice extends string>(description: string, ...choices: readonly [Choice, ...Choice[]]) =>
  Type.Unsafe<Choice>({ type: 'string', enum: choices, description, examples: [choices[0]] });
export const Id = (description: string) => Type.String({ format: 'uuid', description, examples: [TRANSACTION] });
export const Moment = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-15T12:00:00.000Z'] });

export const POOL = 'EQBvI0aFLnw2QbZgjMPCLRdtRHxhUyinQudg6sdiohIwg5jL';
export const SHA256 = '9b30b6b2b5a3a9a5b1c2c3d4e5f60718293a4b5c6d7e8f900112233445566778';
export const CHECKPOINT = 'millpond/EQDemo\n42\nmzC2srWjqaWxwsPU5fYHGCk6S1xtfo+QARIjNEVWZ3g=\n\n— millpond/EQDemo …\n';
export const TRANSACTION = '019a8a5c-2f3e-7000-8000-00004a1b2c3d';

/** A part of a row that the row contains as SHA-256(nonce ‖ text). */
export const OpenedPart = Type.Object({
  name: Str('Member of the receipt that is the hash.', 'maker'),
  text: Str('The member itself, as JSON; `actor` as it is.', '{"order":7,"account":"local","left":0}'),
  nonce: Str('Blinds the text, in hex.', SHA256),
});

export const rowField = () =>
  Str(
    'Row of the journal: version, sequence, id, kind, actor, milliseconds, one a line, then the receipt.',
    `millpond-row/v1\n42\n${TRANSACTION}\nswap\nlocal\n1763208000000\n{"kind":"swap"}`,
  );

/** The answer to a change that was sent with `Signed-Receipt: true`. */
export const SignedReceiptRecord = Type.Object(
  {
    sequence: Count('Place of the transaction in the public log, from 1.', 42),
    entry: Str('Entry of the log: SHA-256(nonce ‖ row), in hex.', SHA256),
    atMs: Count('The time in the row, in milliseconds since 1970.', 1_763_208_000_000),
    index: Count('Place among the receipts under the same signature, from 0.', 0),
    path: Type.Array(Type.String(), {
      maxItems: 10,
      description: 'Hashes from the receipt to the signed root, in hex.',
      examples: [[SHA256]],
    }),
    note: Str(
      'Signed note: `<origin>/receipt`, the number of receipts, the root in base64.',
      'millpond/EQDemo/receipt\n1\nmzC2srWjqaWxwsPU5fYHGCk6S1xtfo+QARIjNEVWZ3g=\n\n— millpond/EQDemo …\n',
    ),
    row: rowField(),
    nonce: Str('Blinds the row, in hex.', SHA256),
    opened: Type.Array(OpenedPart, { description: 'Parts that the row contains as hashes.', examples: [[]] }),
  },
  {
    description:
      'Signed promise that the transaction is an entry of the public log, for `verifyReceipt` of the client package. Null if this server could not sign in time: the change is made all the same, and the same Idempotency-Key asks again.',
  },
);

export const PoolRecord = Type.Object({
  reserve0: Num('Reserve of jetton0, in whole tokens.', 2_000_000),
  reserve1: Num('Reserve of jetton1, in whole tokens.', 5_000_000),
  K: Exact('reserve0 × reserve1, exact.', '10000000000000'),
  token0WalletAddress: Str('Wallet that holds the reserve of token0.', POOL),
  token1WalletAddress: Str('Wallet that holds the reserve of token1.', POOL),
  lpFee: Num('LP fee, as a fraction of the amount paid.', 0.002),
  protocolFee: Num('Protocol fee, as a fraction of the amount bought.', 0.001),
  refFee: Num('Referral fee, as a fraction of the amount bought.', 0.001),
  protocolFeeAddress: Str('Account that collectFees pays, or "N/A".', 'treasury'),
  collectedToken0ProtocolFee: Num('Collected protocol fees in token0.', 0.125),
  collectedToken1ProtocolFee: Num('Collected protocol fees in token1.', 0.4),
});

export const TokenRecord = Type.Object({
  address: Str('Token address.', USDT),
  symbol: Str('Token symbol.', 'USDT'),
  decimals: Count('Number of decimal places of the token.', 6),
});

/** An example of a path as uploadImage returns it. */
export const LOGO = `/images/${'3f'.repeat(32)}.webp`;

export const TokenEntry = Type.Object({
  ...TokenRecord.properties,
  name: Str('Name of the token; empty if it has none.', 'Tether USD'),
  logo: Str('Path on this server, https URL or data URL; empty if it has none.', LOGO),
  status: Status('`paused`: no swaps and no new liquidity. `hidden`: not in lists.'),
});

/** Token fields that an operator may set. */
export const TokenLooks = {
  name: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Display name, up to 64 visible characters; empty for none.',
      examples: ['Tether USD'],
    }),
  ),
  logo: Type.Optional(
    Type.String({
      maxLength: 8192,
      description:
        'A path returned by uploadImage, an https URL of up to 512 characters, or an image as a base64 data URL of up to 8192; empty for none. The page shows only uploaded ones.',
      examples: [LOGO],
    }),
  ),
};

export const Fees = Type.Object(
  {
    lp: Num('LP fee, in tokenA.', 0.02),
    protocol: Num('Protocol fee, in tokenB.', 0.02495),
    ref: Num('Referral fee, in tokenB.', 0),
  },
  { description: 'Fees of a swap through one pool; of several, see `route`.' },
);

const Hop = Type.Object({
  poolAddress: Str('Address of the pool.', POOL),
  tokenA: Str('Token in.', TON),
  tokenB: Str('Token out.', USDT),
  amountA: Num('Amount in.', 10),
  amountB: Num('Amount out.', 24.924925),
  fees: { ...Fees, description: 'Fees charged by this pool.' },
});

export const Route = Type.Array(Hop, {
  description: 'The pools of the swap, in order.',
});

/** The swap inside a provision or withdrawal of one token. */
export const Swapped = Type.Optional({
  ...Hop,
  description: 'Only for liquidity of one token: the swap that is part of it.',
});

export const Entries = Type.Array(
  Type.Object({
    account: Str('Account. Names with a space belong to the exchange.', `pool ${POOL}`),
    token: Str('The token.', TON),
    change: Num('Change of the balance, in whole tokens.', -10),
  }),
  { description: 'Every balance written.' },
);

/** The reasons for which a change fails on TON, as codes for programs; there are no others. */
export const FAULTS = [
  'below_minimum',
  'output_zero',
  'deadline_passed',
  'amount_too_large',
  'pool_locked',
  'router_locked',
  'unknown_pool',
  'referral_fee_too_high',
  'gas_too_low',
  'wrong_workchain',
  'refused',
  'bounced',
  'not_enough_ton',
  'not_sent_in_time',
  'not_provided',
  'stranded',
] as const;

/** The fields that the answer to a change has in addition on TON; those that do not apply are left out. */
export const SettlementFields = {
  reason: Type.Optional(
    Str('On TON: why it failed.', 'the pool would have paid less than the minimum; what was offered came back'),
  ),
  reasonCode: Type.Optional(Word('On TON: why it failed, in one word.', ...FAULTS)),
  transactionHash: Type.Optional(Str("On TON: hash of the wallet's transaction, hexadecimal.", 'ab'.repeat(32))),
  networkFee: Type.Optional(Num('On TON: TON that the network took.', 0.0286)),
  tonSpent: Type.Optional(Num('On TON: TON that the wallet lost beside the amounts.', 0.0353)),
};

export const SwapRecord = Type.Object({
  transactionId: Id('Identifier of the transaction (UUIDv7).'),
  status: Word('On TON, amounts of a `pending` or `failed` swap are those expected.', 'completed', 'pending', 'failed'),
  account: Str('The account that swapped.', 'local'),
  tokenA: Str('The token paid.', TON),
  tokenB: Str('The token received.', USDT),
  amountA: Num('Amount paid, in whole tokens.', 10),
  amountB: Num('Amount received, in whole tokens.', 24.924925),
  fees: Type.Optional(Fees),
  route: Route,
  sequence: Count('Journal sequence.', 42),
  createdAt: Moment('When it was committed.'),
  order: Type.Optional(Count('Number of the order that this swap filled.', 41)),
  ...SettlementFields,
});

/** Fields common to providing and withdrawing liquidity. */
export const LiquidityRecord = {
  poolAddress: Str('Address of the pool.', POOL),
  token1Address: Str('Address of the first token.', TON),
  token2Address: Str('Address of the second token.', USDT),
  token1Amount: Num('Amount of the first token.', 50),
  token2Amount: Num('Amount of the second token.', 125),
};

/** Added if liquidity is provided or withdrawn in one token. A swap is part of it unless there is nothing to swap. The amounts of LiquidityRecord then exclude the swap. */
export const OneTokenRecord = {
  swapped: Swapped,
  token1Change: Type.Optional(Num('With one token: total change of your balance of the first.', -100)),
  token2Change: Type.Optional(Num('With one token: total change of your balance of the second.', 0)),
};

/** Answer with status 202 of any change that the venue settles later. */
export const PendingRecord = Type.Object({
  transactionId: Id('Id for tracking.'),
  status: Word('Accepted but not yet settled.', 'pending'),
});
export type PendingRecord = Static<typeof PendingRecord>;

/** One page of a list. */
export const PageOf = <Name extends string, Item extends TSchema, More extends TProperties = Record<never, never>>(
  name: Name,
  item: Item,
  more = {} as More,
) =>
  Type.Object({
    ...({ [name]: Type.Array(item, { description: 'The items of this page.' }) } as Record<Name, TArray<Item>>),
    nextCursor: OrNull(Type.String(), 'Pass it as `cursor` for the next page; null on the last page.', null),
    ...more,
  });
