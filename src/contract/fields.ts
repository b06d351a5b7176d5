// The fields that requests are made of.
import Type from 'typebox';

/** A number as it is sent: a JSON number, also by its own text where a float might not hold it, or a numeric string. */
export type DecimalInput = number | string | { readonly text: string };

export const MAX_NAME_LENGTH = 128;

export const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
export const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

/** Whoever validates must know the keyword `decimal`. */
export const Decimal = (description: string, example: number) =>
  Type.Unsafe<DecimalInput>({ decimal: true, description, examples: [example] });

/** One that has no fraction, so that a float may hold it; whoever reads it checks that. */
export const Whole = (description: string, example: number) =>
  Type.Unsafe<DecimalInput>({ decimal: 'whole', description, examples: [example] });

export const Address = (description: string, example: string = TON) =>
  Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, description, examples: [example] });

export const Text = (description: string, example: string, maxLength = 256) =>
  Type.String({ minLength: 1, maxLength, description, examples: [example] });

/** An object that refuses members it does not know: a misspelt limit must not be ignored. */
export const Fields = <Properties extends Parameters<typeof Type.Object>[0]>(
  properties: Properties,
  options: { description?: string; examples?: readonly object[] } = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

export const Pair = Fields(
  {
    tokenA: Address('Address of the token being offered.'),
    tokenB: Address('Address of the token being requested.', USDT),
  },
  { description: 'The two tokens.' },
);

export const PoolQuery = {
  jetton0: Address('Address of the first token of the pool.'),
  jetton1: Address('Address of the second token of the pool.', USDT),
};

/** So many addresses fit into a line of a request. */
const MAX_NAMED = 100;

/** A parameter that may be given several times. */
export const Named = (description: string, example: string) =>
  Type.Union(
    [Address(description, example), Type.Array(Address(description, example), { minItems: 1, maxItems: MAX_NAMED })],
    {
      title: `an address, or up to ${MAX_NAMED} of them, each in a parameter of its own`,
      description: `${description} Up to ${MAX_NAMED}, each in a parameter of its own.`,
      examples: [example],
    },
  );

/** As the pattern of `limit` says. */
export const MAX_PAGE = 200;

export const Status = (description: string) =>
  Type.Unsafe<'listed' | 'hidden' | 'paused'>({
    type: 'string',
    enum: ['listed', 'hidden', 'paused'],
    description,
    examples: ['listed'],
  });

export const PageQuery = {
  cursor: Type.Optional(Text('`nextCursor` of the answer before; absent for the first page.', '42', 128)),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)$',
      description: 'Items a page, 1 to 200. Default 50.',
      examples: ['50'],
    }),
  ),
};

export const ListQuery = {
  ...PageQuery,
  status: Type.Optional(Status('Only those that are `listed`, `paused` or `hidden`; absent for all but the hidden.')),
};

/** The headers of every call. */
export const CallHeaders = Type.Object({
  amounts: Type.Optional(
    Type.Unsafe<'number' | 'string'>({
      type: 'string',
      enum: ['number', 'string'],
      description: '`string` makes every amount, price and rate of the answer a string. Default `number`.',
      examples: ['string'],
    }),
  ),
});

/** The headers of a call that changes state. */
export const ChangeHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      // With a space, two headers that were joined to `a, b` would pass for one key.
      pattern: '^[\\x21-\\x7e]+$',
      description:
        '1 to 255 printable ASCII characters without spaces. Repeating a request with the same key has one effect and gets the first answer again.',
      examples: ['order-2026-11-15-001'],
    }),
  ),
  'expect-account': Type.Optional(
    Type.String({
      description:
        'The account that the caller takes itself for, percent-encoded as in a URL: acting for another, nothing is done.',
      examples: ['alice'],
    }),
  ),
});

/** The headers of the answer to such a call. */
export const DoneHeaders = {
  'Transaction-Id': Type.String({
    description: 'The transaction that was made; getTransaction shows it.',
    examples: ['019a8a5c-2f3e-7000-8000-00004a1b2c3d'],
  }),
};
