// Accounts: what they hold, who is there, and who is asking.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Address, Fields, MAX_PAGE, Named, PageQuery, USDT } from './fields.ts';
import { Num, PageOf, Str, TokenRecord, Word } from './records.ts';

export const getBalances = declareCall({
  name: 'getBalances',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Accounts',
  summary: 'What an account holds',
  description:
    'Every token that the caller holds, by address, LP tokens (symbol LP, under the address of their pool) included; or what it holds of the tokens named by `token`, all on one page, in their order and also where that is 0. Operators may name any account. What all of it is worth is told by getPortfolio.',
  input: Fields({
    account: Type.Optional(Address("Another's account, for operators.", 'shop-42')),
    token: Type.Optional(Named('Only this token; without `cursor` and `limit`.', USDT)),
    ...PageQuery,
  }),
  output: PageOf(
    'balances',
    Type.Object({ ...TokenRecord.properties, balance: Num('Balance in whole tokens.', 1000) }),
  ),
});

export const getAccounts = declareCall({
  name: 'getAccounts',
  method: 'GET',
  who: 'operator',
  changes: false,
  tag: 'Operator',
  summary: 'All accounts',
  description: 'Every account that holds something or has an API key, by name; those of the exchange itself left out.',
  input: Fields(PageQuery),
  output: PageOf(
    'accounts',
    Type.Object({
      account: Str('Name of the account.', 'shop-42'),
      tokens: Type.Integer({ description: 'How many tokens it holds, LP tokens included.', examples: [3] }),
      keys: Type.Integer({ description: 'How many API keys of it can be used.', examples: [1] }),
    }),
  ),
});

const Bound = (description: string, example: number) =>
  Type.Union([Type.Integer(), Type.Null()], { description, examples: [example] });

export const whoami = declareCall({
  name: 'whoami',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Accounts',
  summary: 'Who is asking, and what applies',
  description: 'The account behind the request, the limits that apply to it, and how far the journal has come.',
  input: Fields({}),
  output: Type.Object({
    account: Type.Union([Type.String(), Type.Null()], {
      description: 'The account; null without a key where one is needed.',
      examples: ['local'],
    }),
    role: Type.Unsafe<'trader' | 'operator' | null>({
      type: ['string', 'null'],
      enum: ['trader', 'operator', null],
      description: '`trader` or `operator`; null without an account.',
      examples: ['operator'],
    }),
    auth: Word(
      '`local`: a request without a key acts as the account local; `keys`: every account needs one.',
      'local',
      'keys',
    ),
    routing: Word('Which way a swap takes that does not say.', 'best', 'direct'),
    limits: Type.Object(
      {
        requestsPerSecond: Bound('What may be asked for in a second, counted in quotes; null for no limit.', 100),
        changesPerDay: Bound('Changes a day; null for no limit.', 1_000_000),
        bodyBytes: Type.Integer({ description: 'Largest body of a request.', examples: [16_384] }),
        timeoutMs: Type.Integer({ description: 'Longest wait for a request to arrive.', examples: [30_000] }),
        pageItems: Type.Integer({ description: 'Most items a page.', examples: [MAX_PAGE] }),
        priceImpact: Num('How far a swap may move its own price that gives no `maxPriceImpact`, as a fraction.', 0.15),
      },
      { description: 'What is refused beyond.' },
    ),
    venue: Str('What the exchange settles on.', 'ledger'),
    sequence: Type.Integer({ description: 'The last position in the journal.', examples: [42] }),
    demo: Type.Boolean({ description: 'Whether this exchange is a demo, made to play with.', examples: [true] }),
    version: Str('Version of this interface.', '1.0.0'),
  }),
});
