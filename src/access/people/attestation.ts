// Parses the attestation of a new passkey, refuses certificates (a library may fetch the URLs in them) and encodes it again.
import type { Refused } from './thread.ts';

/** RFC 8949: the major types, in the upper three bits of an item's first byte. */
const [UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY, MAP] = [0, 1, 2, 3, 4, 5];
/** The levels of an attestation: object, statement, list of certificates, certificate. */
const MAX_DEPTH = 4;

type Item = number | string | Buffer | readonly Item[] | ReadonlyMap<Item, Item>;

/** Input and output are base64url. Accepts the format `none`, and `packed` if the passkey itself has signed the statement. */
export function acceptedAttestation(attestationObject: string): { readonly attestationObject: string } | Refused {
  const found = read(Buffer.from(attestationObject, 'base64url'));
  const [format, statement, authData] = ['fmt', 'attStmt', 'authData'].map((name) => found?.get(name));
  if (found?.size !== 3 || typeof format !== 'string' || !(statement instanceof Map) || !Buffer.isBuffer(authData))
    return { refused: 'its attestation cannot be read' };
  const start = Buffer.concat([head(MAP, 3), text('fmt'), text(format), text('attStmt')]);
  const end = Buffer.concat([text('authData'), bytes(authData)]);
  const written = (own: Buffer) => ({ attestationObject: Buffer.concat([start, own, end]).toString('base64url') });
  if (format === 'none' && statement.size === 0) return written(head(MAP, 0));
  const [alg, sig] = [statement.get('alg'), statement.get('sig')];
  if (format === 'packed' && statement.size === 2 && typeof alg === 'number' && alg < 0 && Buffer.isBuffer(sig))
    return written(Buffer.concat([head(MAP, 2), text('alg'), head(NEGATIVE, -1 - alg), text('sig'), bytes(sig)]));
  const name = /^[\w-]{1,32}$/.test(format) ? format : 'unknown';
  return { refused: `its attestation (${name}) is not accepted; only "none" is, or "packed" without certificates` };
}

function read(input: Buffer): ReadonlyMap<Item, Item> | undefined {
  try {
    const reader = new Reader(input);
    const item = reader.item();
    return item instanceof Map && reader.isAtEnd ? item : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Parses the part of CBOR that attestations use; throws a RangeError for everything else. */
class Reader {
  readonly #input: Buffer;
  #at = 0;

  constructor(input: Buffer) {
    this.#input = input;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#input.length;
  }

  item(depth = 0): Item {
    const [kind, value] = this.#head();
    if (kind === UNSIGNED) return value;
    if (kind === NEGATIVE) return -1 - value;
    if (kind === BYTES) return this.#take(value);
    if (kind === TEXT) return this.#take(value).toString();
    if (depth === MAX_DEPTH) throw new RangeError('nested too deeply');
    if (kind === ARRAY) return this.#several(value, () => this.item(depth + 1));
    if (kind !== MAP) throw new RangeError('no part of an attestation');
    const members = this.#several(value, () => [this.item(depth + 1), this.item(depth + 1)] as const);
    const map = new Map<Item, Item>(members);
    if (map.size !== members.length) throw new RangeError('a name is there twice');
    return map;
  }

  /** Appends item by item: the count comes from the input and may be huge, but reading throws at the end of the input. */
  #several<Found>(count: number, next: () => Found): Found[] {
    const found: Found[] = [];
    while (found.length < count) found.push(next());
    return found;
  }

  #head(): readonly [kind: number, value: number] {
    const first = this.#take(1).readUInt8();
    const [kind, short] = [first >> 5, first & 31];
    if (short < 24) return [kind, short];
    if (short > 26) throw new RangeError('longer than any attestation');
    const size = 2 ** (short - 24);
    return [kind, this.#take(size).readUIntBE(0, size)];
  }

  #take(length: number): Buffer {
    const taken = this.#input.subarray(this.#at, this.#at + length);
    if (taken.length < length) throw new RangeError('it ends too early');
    this.#at += length;
    return taken;
  }
}

function head(kind: number, value: number): Buffer {
  const size = value < 24 ? 0 : value < 2 ** 8 ? 1 : value < 2 ** 16 ? 2 : 4;
  const written = Buffer.alloc(1 + size);
  written.writeUInt8((kind << 5) | (size === 0 ? value : 24 + Math.log2(size)));
  if (size > 0) written.writeUIntBE(value, 1, size);
  return written;
}

const bytes = (value: Buffer): Buffer => Buffer.concat([head(BYTES, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(TEXT, Buffer.byteLength(value)), Buffer.from(value)]);
