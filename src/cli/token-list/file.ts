// Reads a token list from a file, in the format of Uniswap or of TON's assets (jettons.json); `readEntry` validates the entries.
import { createReadStream } from 'node:fs';
import { showHidden } from '../../access/names.ts';
import { BadUsage } from '../command.ts';

/** A token of a list; its fields are not validated and may contain anything. */
export type ListEntry = {
  /** Position in the file, from 1. */
  readonly place: number;
  /** Absent in the format of TON's assets, which has no chain ids. */
  readonly chainId?: unknown;
  readonly address?: unknown;
  readonly symbol?: unknown;
  readonly decimals?: unknown;
  readonly name?: unknown;
  readonly logo?: unknown;
};

const MAX_BYTES = 64 * 2 ** 20;

/** Throws `BadUsage` if the file cannot be read or is no token list. */
export async function readTokenList(path: string): Promise<readonly ListEntry[]> {
  const list = parse(path, await readWhole(path));
  // TON's assets are a bare array; Uniswap's list is an object that contains one.
  if (Array.isArray(list)) return list.map((item, index) => ofTonAssets(fieldsOf(item), index + 1));
  const { tokens } = fieldsOf(list);
  if (Array.isArray(tokens)) return tokens.map((item, index) => ofUniswap(fieldsOf(item), index + 1));
  throw new BadUsage(
    `${path}: it is not a token list: neither an object with "tokens" (Uniswap) nor an array (TON's jettons.json)`,
  );
}

async function readWhole(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of createReadStream(path)) {
      length += part.length;
      if (length > MAX_BYTES) break;
      parts.push(part);
    }
  } catch (error) {
    throw new BadUsage(`${path}: ${WORDS[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message}`);
  }
  if (length > MAX_BYTES) throw new BadUsage(`${path}: it is larger than ${MAX_BYTES / 2 ** 20} MiB`);
  return Buffer.concat(parts);
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
};

function parse(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new BadUsage(`${path}: it is not JSON: ${showHidden((error as Error).message)}`);
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** An item without fields is treated as an empty entry. */
const fieldsOf = (item: unknown): Fields => (typeof item === 'object' && item !== null ? (item as Fields) : {});

const ofUniswap = ({ chainId = null, address, symbol, decimals, name, logoURI }: Fields, place: number): ListEntry => ({
  place,
  chainId,
  address,
  symbol,
  decimals,
  name,
  logo: logoURI,
});

/** In this format decimals may be a string, or absent: then `ImportPlan` uses 9 (TEP-64). */
const ofTonAssets = ({ address, symbol, decimals, name, image }: Fields, place: number): ListEntry => ({
  place,
  address,
  symbol,
  decimals: typeof decimals === 'string' && /^\d{1,2}$/.test(decimals) ? Number(decimals) : (decimals ?? undefined),
  name,
  logo: image,
});
