// Receipts as JSON that an operator can read and query: amounts are JSON numbers of any size.
import type { Receipt } from '../../core/commands/command.ts';
import type { Refusal } from '../../core/refusal.ts';

/** Says which parts of a record are integers: the field itself, every item of a list, or fields of a nested record. */
type Integers = 'integer' | readonly [Integers] | { readonly [field: string]: Integers };

/** The form of one kind of receipt: which fields are integers, and the version of the form; the text contains it from version 2 on. */
type Codec = { readonly version: number; readonly integers: { readonly [field: string]: Integers } };

const BOTH = { amountA: 'integer', amountB: 'integer' } as const;
const TERMS = { lpFeePpm: 'integer', protocolFeePpm: 'integer', refFeePpm: 'integer' } as const;
const FEES = { lp: 'integer', protocol: 'integer', ref: 'integer' } as const;
const HOP = { amountIn: 'integer', amountOut: 'integer', fees: FEES } as const;
const MATCH_FEE = { ppm: 'integer', amount: 'integer' } as const;
const RATIO = { numerator: 'integer', denominator: 'integer' } as const;
const GUARD = { average: RATIO, depth: 'integer' } as const;
const EVIDENCE = { average: RATIO } as const;
const REST = { left: 'integer', returned: 'integer', receivedB: 'integer' } as const;
const MATCHED = { ...REST, guard: GUARD, trigger: EVIDENCE } as const;
const MOVED = first({ amount: 'integer' });

const CODECS: { readonly [Kind in Receipt['kind']]: Codec } = {
  swap: first({
    ...BOTH,
    fees: FEES,
    hops: [HOP],
    fill: REST,
    guard: GUARD,
    trigger: EVIDENCE,
  }),
  provide: first({ ...BOTH, lpTokens: 'integer', locked: 'integer', created: TERMS, swapped: HOP }),
  refund: first({ ...BOTH, lpTokens: 'integer', swapped: HOP }),
  createPool: first({ ...TERMS, amplification: 'integer' }),
  collectFees: first(BOTH),
  deposit: MOVED,
  withdraw: MOVED,
  transfer: MOVED,
  registerToken: first({}),
  setPoolFees: first({ before: TERMS, after: TERMS }),
  setPoolStatus: first({}),
  updateToken: first({}),
  placeOrder: first({
    amountA: 'integer',
    minReceived: 'integer',
    maxSlippagePpm: 'integer',
    trigger: { price: RATIO },
  }),
  matchOrders: first({ ...BOTH, maker: MATCHED, taker: MATCHED, fee: MATCH_FEE }),
  closeOrder: first({ amountA: 'integer' }),
  triggerOrder: first({ amountA: 'integer', evidence: EVIDENCE }),
  liabilities: first({}),
  audited: first({}),
  forked: first({}),
};

/** The first version of a form. */
function first(integers: Codec['integers']): Codec {
  return { version: 1, integers };
}

export const encodeReceipt = (receipt: Receipt): string => encode(receipt, CODECS[receipt.kind]);
export const decodeReceipt = (text: string): Receipt =>
  decode(text, (kind) => CODECS[kind as Receipt['kind']]) as Receipt;

/** Converts the integers first, because a replacer of JSON.stringify costs several times as much as the printing. */
export function encode(record: object, codec: Codec): string {
  const printable = map(record, codec.integers, (value) => print(value as bigint));
  return JSON.stringify(codec.version === 1 ? printable : { ...(printable as object), version: codec.version });
}

/** Parses the output of `encode`. Throws if a newer program wrote a form that this one does not know. */
export function decode(text: string, codecOf: (kind: string) => Codec | undefined): object {
  let record = JSON.parse(text);
  const { kind, version = 1 } = record;
  const codec = codecOf(kind);
  if (!codec || version > codec.version) {
    throw new Error(`a newer millpond wrote this record: ${kind}, version ${version}`);
  }
  let isRounded: boolean;
  const turn = (value: unknown) => {
    isRounded ||= typeof value === 'number' && !Number.isSafeInteger(value);
    return isRounded ? value : BigInt(value as number | string | bigint);
  };
  // Parses again if an integer is too large for a float; not exactly at once, because that costs several times as much.
  for (const parseExactly of [parseLongAsText, parseRevived]) {
    isRounded = false;
    const read = map(record, codec.integers, turn, true) as object;
    if (!isRounded) return withoutVersion(read);
    record = parseExactly(text);
  }
  return withoutVersion(map(record, codec.integers, (value) => BigInt(value as number | bigint), true) as object);
}

/** Reads members of 17 digits or more as text. A quote after a letter ends a name or a text, and only after a name follows a colon. */
const parseLongAsText = (text: string) => JSON.parse(text.replace(/(?<=\w":)\d{17,}(?=[,}])/g, '"$&"'));

/** Reads every integer exactly, also those in lists, at several times the cost. */
const parseRevived = (text: string) =>
  JSON.parse(text, (_, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(source) ? BigInt(source) : value,
  );

/** Copies the record only if it has a version, since a copy costs as much as the parsing. */
function withoutVersion(record: object): object {
  if (!('version' in record)) return record;
  const { version: _, ...rest } = record;
  return rest;
}

const WHOLE = /^-?\d+$/;

/** An integer for JSON.stringify: as a float if that is exact, because raw JSON is several times slower. */
const print = (value: bigint): unknown =>
  value >= 0n && value <= Number.MAX_SAFE_INTEGER ? Number(value) : JSON.rawJSON(value.toString());

/** Converts every integer of a record: in a copy, or `inPlace` if nobody else uses the record. */
function map(value: unknown, where: Integers, turn: (integer: unknown) => unknown, inPlace = false): unknown {
  if (value === undefined || value === null) return value;
  if (where === 'integer') return turn(value);
  if (Array.isArray(where)) return (value as readonly unknown[]).map((item) => map(item, where[0], turn, inPlace));
  const record = (inPlace ? value : { ...value }) as Record<string, unknown>;
  const fields = where as { readonly [field: string]: Integers };
  for (const field in fields) {
    if (field in record) record[field] = map(record[field], fields[field] as Integers, turn, inPlace);
  }
  return record;
}

export const decodeRefusal = (text: string): Refusal => JSON.parse(text);
