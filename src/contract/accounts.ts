// Accounts: balances, the list of accounts, and the caller.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Address, Fields, MAX_PAGE, Named, PageQuery, USDT } from './fields.ts';
import { Count, Flag, Maybe, Num, OrNull, PageOf, Str, TokenRecord, Word } from './records.ts';

export const getBalances = declareQuery({
  name: 'getBalances',
  who: 'trader',
  tag: 'Accounts',
  summary: 'Balances of an account',
  description:
    'Every token the account holds, also in open orders, sorted by address. An LP token has the symbol LP and the address of its pool. With `token`: the balances of those, in the given order, zeros included.',
  input: Fields({
    account: Type.Optional(Address('Account to query; operators only.', 'shop-42')),
    token: Type.Optional(Named('Only this token; not with `cursor` or `limit`.', USDT)),
    ...PageQuery,
  }),
  output: PageOf(
    'balances',
    Type.Object({
      ...TokenRecord.properties,
      balance: Num('Balance in whole tokens, without `inOrders`.', 1000),
      inOrders: Maybe('Amount in open orders, as of the same moment; null if unknown now, and on TON.', 0),
    }),
  ),
});

export const getAccounts = declareQuery({
  name: 'getAccounts',
  who: 'operator',
  tag: 'Operator',
  summary: 'List accounts',
  description: "Every account that holds a token or has an API key, sorted by name, without the exchange's own.",
  input: Fields(PageQuery),
  output: PageOf(
    'accounts',
    Type.Object({
      account: Str('Name of the account.', 'shop-42'),
      tokens: Count('Number of tokens it holds, LP tokens included.', 3),
      keys: Count('Number of active API keys.', 1),
    }),
  ),
});

const Bound = (description: string, example: number) =>
  Type.Union([Type.Integer(), Type.Null()], { description, examples: [example] });

export const whoami = declareQuery({
  name: 'whoami',
  who: 'anyone',
  tag: 'Accounts',
  summary: 'Current account and limits',
  description: 'The account behind the request, its limits and the current journal sequence.',
  input: Fields({}),
  output: Type.Object({
    account: OrNull(Type.String(), 'The account; null without a key.', 'local'),
    role: Type.Unsafe<'trader' | 'operator' | null>({
      type: ['string', 'null'],
      enum: ['trader', 'operator', null],
      description: '`trader` or `operator`; null if there is no account.',
      examples: ['operator'],
    }),
    auth: Word('`local`: without a key, requests act as `local`. `keys`: they need one.', 'local', 'keys'),
    routing: Word('Default routing of swaps that set no `route`.', 'best', 'direct'),
    transfers: Word('Whether `createTransfer` is allowed.', 'on', 'off'),
    orders: Word('Whether `createOrder` is allowed.', 'on', 'off'),
    limits: Type.Object(
      {
        requestsPerSecond: Bound('Requests per second; a quote counts as 1. Null for no limit.', 100),
        changesPerDay: Bound('Changes per day; null for no limit.', 1_000_000),
        bodyBytes: Count('Maximum size of a request body, in bytes.', 16_384),
        timeoutMs: Count('Time for a request to arrive, in milliseconds.', 30_000),
        pageItems: Count('Maximum number of items per page.', MAX_PAGE),
        openOrders: Count('Maximum open orders of an account.', 200),
        priceImpact: Num('Default of `maxPriceImpact`, as a fraction.', 0.15),
      },
      { description: 'Limits.' },
    ),
    venue: Str('The settlement venue.', 'ledger'),
    wallet: OrNull(Type.String(), 'On TON, address of the wallet; otherwise null.', null),
    explorer: OrNull(Type.String(), 'On TON, URL of a transaction, with `{hash}` in it; null if none is set.', null),
    sequence: Count('Sequence of the last transaction in the journal.', 42),
    time: Count('Time of the server, in milliseconds since 1970.', 1_767_225_600_000),
    demo: Flag('Whether this exchange is a demo.', true),
    version: Str('Version of the exchange.', '0.1.0'),
  }),
});
