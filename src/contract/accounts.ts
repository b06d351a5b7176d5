// Accounts: balances, the list of accounts, and the caller.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Address, Fields, MAX_PAGE, Named, PageQuery, USDT } from './fields.ts';
import { Count, Flag, Num, OrNull, PageOf, Str, TokenRecord, Word } from './records.ts';

export const getBalances = declareQuery({
  name: 'getBalances',
  who: 'trader',
  tag: 'Accounts',
  summary: 'Balances of an account',
  description:
    'Lists every token the caller holds, sorted by address. LP tokens are included: their symbol is LP and their address is that of the pool. With `token`, returns the balances of those tokens only, on one page, in the given order, zeros included. Operators may query any account. For the value of the holdings, use getPortfolio.',
  input: Fields({
    account: Type.Optional(Address('Account to query; operators only.', 'shop-42')),
    token: Type.Optional(Named('Return only this token. Cannot be combined with `cursor` or `limit`.', USDT)),
    ...PageQuery,
  }),
  output: PageOf(
    'balances',
    Type.Object({ ...TokenRecord.properties, balance: Num('Balance in whole tokens.', 1000) }),
  ),
});

export const getAccounts = declareQuery({
  name: 'getAccounts',
  who: 'operator',
  tag: 'Operator',
  summary: 'List accounts',
  description:
    "Lists every account that holds a token or has an API key, sorted by name. The exchange's own accounts are left out.",
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
  description: 'Returns the account behind the request, the limits that apply to it and the current journal sequence.',
  input: Fields({}),
  output: Type.Object({
    account: OrNull(Type.String(), 'The account; null if the request has no key and one is required.', 'local'),
    role: Type.Unsafe<'trader' | 'operator' | null>({
      type: ['string', 'null'],
      enum: ['trader', 'operator', null],
      description: '`trader` or `operator`; null if there is no account.',
      examples: ['operator'],
    }),
    auth: Word(
      '`local`: a request without a key acts as the account `local`. `keys`: every request for an account needs a key.',
      'local',
      'keys',
    ),
    routing: Word('Default routing of swaps that set no `route`.', 'best', 'direct'),
    transfers: Word('Whether accounts may send tokens to each other (`createTransfer`).', 'on', 'off'),
    orders: Word('Whether new orders may be placed (`createOrder`).', 'on', 'off'),
    limits: Type.Object(
      {
        requestsPerSecond: Bound('Requests per second, weighted; a quote counts as 1. Null for no limit.', 100),
        changesPerDay: Bound('Changes per day; null for no limit.', 1_000_000),
        bodyBytes: Count('Maximum size of a request body, in bytes.', 16_384),
        timeoutMs: Count('Time allowed for a request to arrive, in milliseconds.', 30_000),
        pageItems: Count('Maximum number of items per page.', MAX_PAGE),
        openOrders: Count('Maximum open orders of an account.', 200),
        priceImpact: Num('Maximum price impact of a swap that sets no `maxPriceImpact`, as a fraction.', 0.15),
      },
      { description: 'Requests beyond these limits are refused.' },
    ),
    venue: Str('The settlement venue.', 'ledger'),
    wallet: OrNull(
      Type.String(),
      'On TON, the address of the wallet of the account; null on the ledger, and if there is no account.',
      null,
    ),
    explorer: OrNull(
      Type.String(),
      'On TON, where a transaction can be looked at: a URL with `{hash}` in it. Null if none is set.',
      null,
    ),
    sequence: Count('Sequence of the last transaction in the journal.', 42),
    demo: Flag('Whether this exchange is a demo.', true),
    version: Str('Version of the exchange.', '0.1.0'),
  }),
});
