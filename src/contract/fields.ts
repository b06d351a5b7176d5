// Request fields shared by several calls.
import Type from 'typebox';

/** A number as it arrives: a JSON number, or its text if a float might lose digits, or a numeric string. */
export type DecimalInput = number | string | { readonly text: string };

export const MAX_NAME_LENGTH = 128;
export const MAX_MEMO_LENGTH = 128;

export const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
export const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

/** A decimal number. Not a keyword of JSON Schema: the validator must support `decimal`. */
export const Decimal = (description: string, example: number) =>
  Type.Unsafe<DecimalInput>({ decimal: true, description, examples: [example] });

/** A whole number. The validator accepts any number, as for `Decimal`; the call checks that it is whole and within its range. */
export const Whole = (description: string, example: number) =>
  Type.Unsafe<DecimalInput>({ decimal: 'whole', description, examples: [example] });

/** The largest sequence that a query may name: 15 digits, which a float can hold. */
export const MAX_SEQUENCE = 999_999_999_999_999;

/** A whole number of a query, which arrives as its digits. Not a keyword of JSON Schema: the validator must support `whole`. */
export const Digits = (
  description: string,
  example: number,
  whole: readonly [least: number, most: number],
  title?: string,
) =>
  Type.Unsafe<string>({
    type: 'string',
    whole,
    ...(title !== undefined && { title }),
    description,
    examples: [`${example}`],
  });

/** A time of a query: ISO 8601, or Unix seconds, which clients may pass as a number. */
export const Time = (description: string, example: string) =>
  Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      minLength: 1,
      maxLength: 64,
      orSeconds: true,
      description,
      examples: [example],
    }),
  );

export const Address = (description: string, example: string = TON) =>
  Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, description, examples: [example] });

export const Text = (description: string, example: string, maxLength = 256) =>
  Type.String({ minLength: 1, maxLength, description, examples: [example] });

/** An object that allows no unknown fields, so that a misspelt limit is refused instead of ignored. */
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

/** The most values of a repeated parameter, so that they fit into a request line. */
const MAX_NAMED = 100;

/** A query parameter that may be repeated, to name several addresses. */
export const Named = (description: string, example: string) =>
  Type.Union(
    [
      Address('An address.', example),
      Type.Array(Address('An address.', example), { minItems: 1, maxItems: MAX_NAMED }),
    ],
    {
      title: `an address, or up to ${MAX_NAMED} of them, each as its own parameter`,
      description: `${description} Up to ${MAX_NAMED} times.`,
      examples: [example],
    },
  );

/** The most items per page. */
export const MAX_PAGE = 200;

export const Status = (description: string) =>
  Type.Unsafe<'listed' | 'hidden' | 'paused'>({
    type: 'string',
    enum: ['listed', 'hidden', 'paused'],
    description,
    examples: ['listed'],
  });

export const PageQuery = {
  cursor: Type.Optional(Text('`nextCursor` from the previous page; omit for the first page.', '42', 128)),
  limit: Type.Optional(Digits(`Items per page, 1 to ${MAX_PAGE}. Default 50.`, 50, [1, MAX_PAGE])),
};

export const ListQuery = {
  ...PageQuery,
  status: Type.Optional(Status('Only items of this status. Default: all but hidden ones.')),
};

/** Request headers of every call. */
export const CallHeaders = Type.Object({
  amounts: Type.Optional(
    Type.Unsafe<'number' | 'string'>({
      type: 'string',
      enum: ['number', 'string'],
      description: '`string` returns every amount, price and rate as a string. Default `number`.',
      examples: ['string'],
    }),
  ),
});

/** Request headers of calls that change state. */
export const ChangeHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      // A repeated header arrives joined as `a, b`: if spaces were allowed, two keys would count as one.
      pattern: '^[\\x21-\\x7e]+$',
      description:
        '1 to 255 printable ASCII characters without spaces. A retry with the same key returns the first answer and has no further effect.',
      examples: ['order-2026-11-15-001'],
    }),
  ),
  'signed-receipt': Type.Optional(
    Type.Unsafe<'true'>({
      type: 'string',
      enum: ['true'],
      description: '`true` adds `receipt` to the answer, or to each item of a bulk.',
      examples: ['true'],
    }),
  ),
  'expect-account': Type.Optional(
    Type.String({
      description: 'Refuse the request if it would act for another account than this one, percent-encoded.',
      examples: ['alice'],
    }),
  ),
});

/** Response headers of calls that change state. */
export const DoneHeaders = {
  'Transaction-Id': Type.String({
    description: 'The transaction; look it up with getTransaction.',
    examples: ['019a8a5c-2f3e-7000-8000-00004a1b2c3d'],
  }),
};
