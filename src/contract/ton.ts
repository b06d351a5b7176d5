// Calls of an exchange that settles on TON: wallets, messages to sign, and signing in with a wallet.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Address, Fields, Pair, Text, TON, USDT } from './fields.ts';
import { provideLiquidity, refundLiquidity } from './liquidity.ts';
import { Count, Flag, Num, SettlementFields, Str, Word } from './records.ts';
import { createSwap, TON_EXPECTED } from './swaps.ts';

const WALLET = 'UQDjVnnb31SkVcF7nPzZQeOIy22zuw3mf1mRVHqZDFCfnSQm';
const HASH = 'ab'.repeat(32);
const PAIR = { tokenA: TON, tokenB: USDT };

export const getWallet = declareQuery({
  name: 'getWallet',
  venue: 'ton',
  who: 'trader',
  tag: 'TON',
  summary: "The account's wallet",
  description:
    "On TON an account's balances are those of its wallet: send tokens to this address to deposit them, and TON to pay for messages. An account named by a TON address is that wallet, and its owner signs.",
  input: Fields({}),
  output: Type.Object({
    address: Str('Address of the wallet.', WALLET),
    signer: Word('Who signs for it: `exchange`, or its `owner`.', 'exchange', 'owner'),
    ton: Num('TON in the wallet.', 1.5),
  }),
  refusals: ['not_on_this_venue venue'],
});

const Wallet = Address('The wallet that signs and sends.', WALLET);

const Messages = Type.Array(
  Type.Object({
    address: Str('The address of the receiver.', WALLET),
    amount: Str('Nanotons to attach.', '220000000'),
    payload: Str('Body: a bag of cells in base64.', 'te6cckEBAQEAAgAAAEysuc0='),
    bodyHash: Str('Hash of the body, hexadecimal, for `trackSwap`.', HASH),
  }),
  { description: 'As in TON Connect, for one transaction of the wallet.' },
);

const Unsigned = {
  validUntil: Count('Unix seconds: sign before then.', 1_893_456_000),
  messages: Messages,
};

const question = { method: 'POST', who: 'anyone', changes: false, tag: 'TON', weight: 5 } as const;
const SIGN = 'Your own wallet signs and sends them.';

export const buildSwap = declareCall({
  ...question,
  name: 'buildSwap',
  venue: 'ton',
  summary: 'Messages of a swap, to sign',
  description: `The messages of createSwap. ${SIGN}`,
  input: Fields(
    { wallet: Wallet, ...createSwap.input.properties },
    { examples: [{ wallet: WALLET, Pair: PAIR, amount: { tokenA: 10 } }] },
  ),
  output: Type.Object({
    ...Unsigned,
    amountA: Num('Amount that is paid.', 10),
    amountB: Num('Amount that is expected now.', 24.924925),
    minReceived: Num('The least that the contracts pay; else the offer comes back.', 24.675675),
    tonSpent: Num(TON_EXPECTED, 0.0353),
  }),
  oneOf: ['amount', 'price'],
  refusals: [...(createSwap.refusals ?? []), 'not_on_this_venue venue'],
});

export const buildProvide = declareCall({
  ...question,
  name: 'buildProvide',
  venue: 'ton',
  summary: 'Messages that provide liquidity, to sign',
  description: `The messages of provideLiquidity. ${SIGN}`,
  input: Fields(
    { wallet: Wallet, ...provideLiquidity.input.properties },
    { examples: [{ wallet: WALLET, Pair: PAIR, amount: { tokenA: 10, tokenB: 25 } }] },
  ),
  output: Type.Object({
    ...Unsigned,
    lpTokens: Num('LP tokens that are expected now.', 0.5),
  }),
  refusals: [...(provideLiquidity.refusals ?? []), 'not_on_this_venue venue'],
});

export const buildRefund = declareCall({
  ...question,
  name: 'buildRefund',
  venue: 'ton',
  summary: 'Messages that withdraw liquidity, to sign',
  description: `The messages of refundLiquidity. ${SIGN} With \`staged\`: those that take back what providing has left in the LP account; none if nothing is there.`,
  input: Fields(
    {
      wallet: Wallet,
      ...refundLiquidity.input.properties,
      staged: Type.Optional(Flag('Take back what waits in the LP account.', false)),
    },
    { examples: [{ wallet: WALLET, jetton0: TON, jetton1: USDT, percentage: 10 }] },
  ),
  output: Type.Object({
    ...Unsigned,
    token1Amount: Num('Amount of jetton0 that is expected now.', 49.5),
    token2Amount: Num('Amount of jetton1 that is expected now.', 123.7),
  }),
  refusals: [...(refundLiquidity.refusals ?? []), 'not_on_this_venue venue'],
});

const SentUntil = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'validUntil of the answer: what was not sent by then is `failed`.',
    examples: [1_893_456_000],
  }),
);

const Tracked = { status: Word('How far it is.', 'pending', 'completed', 'failed'), ...SettlementFields };

export const trackSwap = declareCall({
  ...question,
  name: 'trackSwap',
  venue: 'ton',
  summary: 'Track a swap that a wallet sent',
  description:
    'Finds the message among the transactions of the wallet and follows it from contract to contract. Until the wallet has sent it, it is `pending`.',
  input: Fields({
    wallet: Wallet,
    Pair,
    bodyHash: Text('The bodyHash of the message in the answer of buildSwap.', HASH, 64),
    validUntil: SentUntil,
  }),
  output: Type.Object({
    ...Tracked,
    amountB: Type.Optional(Num('Once completed: amount of tokenB that arrived.', 24.924925)),
  }),
  refusals: ['not_on_this_venue venue'],
});

export const trackLiquidity = declareCall({
  ...question,
  name: 'trackLiquidity',
  venue: 'ton',
  summary: 'Track liquidity that a wallet provided or withdrew',
  description: 'As trackSwap, for the messages of buildProvide and buildRefund.',
  input: Fields(
    {
      wallet: Wallet,
      Pair,
      kind: Word('`provide`, or `refund` for all that buildRefund builds.', 'provide', 'refund'),
      bodyHashes: Type.Array(Type.String({ maxLength: 64 }), {
        minItems: 1,
        maxItems: 2,
        description: 'The bodyHash of each message.',
        examples: [[HASH]],
      }),
      validUntil: SentUntil,
    },
    { examples: [{ wallet: WALLET, Pair: PAIR, kind: 'refund', bodyHashes: [HASH] }] },
  ),
  output: Type.Object({
    ...Tracked,
    lpTokens: Type.Optional(Num('Once provided: LP tokens that were minted.', 0.5)),
    amountA: Type.Optional(Num('Once withdrawn: amount of tokenA that arrived.', 49.5)),
    amountB: Type.Optional(Num('Once withdrawn: amount of tokenB that arrived.', 123.7)),
    staged: Type.Optional(
      Flag('True if it waits in the LP account: take it back with buildRefund and `staged`.', true),
    ),
  }),
  refusals: ['not_on_this_venue venue'],
});

const PAYLOAD = 'AZqH2Y0A'.repeat(12);

export const tonProofPayload = declareQuery({
  name: 'tonProofPayload',
  venue: 'ton',
  who: 'anyone',
  tag: 'TON',
  summary: 'Payload for ton_proof',
  description: 'The text that a wallet signs to prove who owns it; good for 15 minutes, and once.',
  input: Fields({}),
  output: Type.Object({ payload: Str('For `tonProof.payload` of TON Connect.', PAYLOAD) }),
  refusals: ['not_on_this_venue venue'],
});

export const tonProof = declareCall({
  name: 'tonProof',
  venue: 'ton',
  method: 'POST',
  who: 'anyone',
  changes: true,
  takesNoKey: true,
  tag: 'TON',
  weight: 5,
  summary: 'API key for a wallet',
  description:
    "Answers a proof of TON Connect, made for the host of this server, with an API key of the account named by the wallet's address. It reads balances and history; swaps are signed by the wallet (`buildSwap`). It may replace the oldest key made so.",
  input: Fields({
    address: Address('Address of the wallet, as TON Connect tells it.', WALLET),
    walletStateInit: Type.Optional(Text('StateInit of the wallet, base64.', 'te6cckEBAQEAAgAAAEysuc0=', 8192)),
    proof: Fields(
      {
        timestamp: Type.Union([Type.Integer(), Type.String({ maxLength: 20 })], {
          description: 'Unix seconds.',
          examples: [1_893_456_000],
        }),
        domain: Fields(
          {
            lengthBytes: Count('Of the host.', 12),
            value: Text('The host of the page.', 'pond.example'),
          },
          { description: 'The site that the proof is for.' },
        ),
        signature: Text('Base64.', 'c2lnbmF0dXJl'),
        payload: Text('The payload that was signed.', PAYLOAD),
      },
      { description: 'The `proof` of TON Connect.' },
    ),
  }),
  output: Type.Object({
    account: Str('The account: the address of the wallet.', WALLET),
    role: Word('What the key may do.', 'trader'),
    key: Str('The API key; shown only here.', 'mp_0011223344556677_…'),
  }),
  refusals: ['proof_refused', 'too_many keys', 'sign_up_closed', 'used_up_today sign_ups', 'other_account'],
});
