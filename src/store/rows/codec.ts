// Receipts as JSON that an operator can read and query: amounts are JSON numbers of any size.
import type { Receipt } from '../../core/commands/command.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { Transfer } from '../../core/settle/transfer.ts';

/** Says which parts of a record are integers: the field itself, every item of a list, or fields of a nested record. */
type Integers = 'integer' | readonly [Integers] | { readonly [field: string]: Integers };

/** The form of one kind of receipt: which fields are integers, and the form's newest version; the text contains it from version 2 on. */
type Codec = {
  readonly version: number;
  readonly integers: { readonly [field: string]: Integers };
  /** Fields and the version that added each, newest first: a record is written with the version of the first that it contains, else 1. */
  readonly since?: readonly (readonly [field: string, version: number])[];
};

const BOTH = { amountA: 'integer', amountB: 'integer' } as const;
const TERMS = { lpFeePpm: 'integer', protocolFeePpm: 'integer', refFeePpm: 'integer' } as const;
const FEES = { lp: 'integer', protocol: 'integer', ref: 'integer' } as const;
const HOP = { amountIn: 'integer', amountOut: 'integer', fees: FEES } as const;
const MATCH_FEE = { ppm: 'integer', amount: 'integer' } as const;
const RATIO = { numerator: 'integer', denominator: 'integer' } as const;
const GUARD = { average: RATIO, depth: 'integer' } as const;
const MATCHED = { left: 'integer', guard: GUARD } as const;
const MOVED: Codec = { version: 1, integers: { amount: 'integer' } };

const CODECS: { readonly [Kind in Receipt['kind']]: Codec } = {
  swap: {
    version: 4,
    since: [
      ['guard', 4],
      ['fill', 3],
      ['hops', 2],
    ],
    integers: { ...BOTH, fees: FEES, hops: [HOP], fill: { left: 'integer' }, guard: GUARD },
  },
  provide: {
    version: 2,
    since: [['swapped', 2]],
    integers: { ...BOTH, lpTokens: 'integer', locked: 'integer', created: TERMS, swapped: HOP },
  },
  refund: { version: 2, since: [['swapped', 2]], integers: { ...BOTH, lpTokens: 'integer', swapped: HOP } },
  createPool: { version: 2, since: [['curve', 2]], integers: { ...TERMS, amplification: 'integer' } },
  collectFees: { version: 1, integers: BOTH },
  deposit: MOVED,
  withdraw: MOVED,
  transfer: MOVED,
  registerToken: { version: 2, integers: {} },
  setPoolFees: { version: 1, integers: { before: TERMS, after: TERMS } },
  setPoolStatus: { version: 1, integers: {} },
  updateToken: { version: 1, integers: {} },
  placeOrder: {
    version: 3,
    since: [
      ['maxSlippagePpm', 3],
      ['trigger', 2],
    ],
    integers: { amountA: 'integer', minReceived: 'integer', maxSlippagePpm: 'integer', trigger: { price: RATIO } },
  },
  matchOrders: {
    version: 3,
    since: [
      ['pools', 3],
      ['fee', 2],
    ],
    integers: { ...BOTH, maker: MATCHED, taker: MATCHED, fee: MATCH_FEE },
  },
  closeOrder: {
    version: 3,
    since: [
      ['memo', 3],
      ['untriggered', 2],
    ],
    integers: { amountA: 'integer' },
  },
  triggerOrder: { version: 1, integers: { amountA: 'integer', evidence: { average: RATIO } } },
  liabilities: { version: 1, integers: {} },
  audited: { version: 1, integers: {} },
  forked: { version: 1, integers: {} },
};

export const encodeReceipt = (receipt: Receipt): string => encode(receipt, CODECS[receipt.kind]);
export const decodeReceipt = (text: string): Receipt =>
  decode(text, (kind) => CODECS[kind as Receipt['kind']]) as Receipt;

/** Converts the integers first, because a replacer of JSON.stringify costs several times as much as the printing. */
export function encode(record: object, codec: Codec): string {
  const printable = map(record, codec.integers, (value) => print(value as bigint));
  const version = versionOf(record, codec);
  return JSON.stringify(version === 1 ? printable : { ...(printable as object), version });
}

function versionOf(record: object, { version, since }: Codec): number {
  if (!since) return version;
  for (const [field, sinceVersion] of since) if (field in record) return sinceVersion;
  return 1;
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

/** Copies the record only if it has a version: most have none, and a copy costs as much as the parsing. */
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

/** Prints transfers as journals up to schema version 9 stored them. */
export const encodeTransfers = (transfers: readonly Transfer[]): string =>
  JSON.stringify(transfers.map(({ from, to, token, amount }) => [from, to, token, amount.toString()]));

export const decodeRefusal = (text: string): Refusal => JSON.parse(text);
