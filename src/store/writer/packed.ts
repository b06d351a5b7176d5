// A compact form of a batch for another thread: most instructions are plain swaps, which are cloned five times faster as arrays.
import type { Account, Amount, TokenAddress } from '../../core/amount.ts';
import type { SwapCommand } from '../../core/commands/swap.ts';
import type { Instruction } from '../../core/settle/instruction.ts';
import type { Mark } from '../../ports/records.ts';
import type { Question } from './wire.ts';

/** `names` has each account and token once; a swap with only the fields in `PLAIN` refers to them by index. */
export type PackedBatch = {
  readonly names: readonly string[];
  readonly rows: readonly (Instruction | PackedSwap)[];
};

type PackedSwap = readonly [
  actor: number,
  account: number,
  tokenA: number,
  tokenB: number,
  amountA: Amount,
  key?: string,
  fingerprint?: string,
];

type PlainSwap = SwapCommand & { readonly amountA: Amount };

const PLAIN: ReadonlySet<string> = new Set(['kind', 'account', 'tokenA', 'tokenB', 'amountA']);

/** A question as it is sent to a thread. */
export type SentQuestion =
  | { readonly batch: PackedBatch; readonly composedAt: readonly Mark[] }
  | Exclude<Question, { batch: unknown }>;

export const packed = (question: Question): SentQuestion =>
  'batch' in question ? { batch: pack(question.batch), composedAt: question.composedAt } : question;

export function pack(batch: readonly Instruction[]): PackedBatch {
  const places = new Map<string, number>();
  const placeOf = (name: string): number => {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, places.size);
    return places.size - 1;
  };
  const rows = batch.map((instruction): Instruction | PackedSwap => {
    const { actor, command, idempotency, linked, atMs } = instruction;
    if (linked || atMs !== undefined || !isPlain(command)) return instruction;
    const { account, tokenA, tokenB, amountA } = command;
    const swap = [placeOf(actor), placeOf(account), placeOf(tokenA), placeOf(tokenB), amountA] as const;
    return idempotency ? [...swap, idempotency.key, idempotency.fingerprint] : swap;
  });
  return { names: [...places.keys()], rows };
}

/** Restores the batch; equal names become the same string, which makes comparisons and look-ups fast. */
export function unpack({ names, rows }: PackedBatch): readonly Instruction[] {
  return rows.map((row): Instruction => {
    if (!isPacked(row)) return row;
    const [actor, account, tokenA, tokenB, amountA, key, fingerprint] = row;
    const command = {
      kind: 'swap',
      account: names[account] as Account,
      tokenA: names[tokenA] as TokenAddress,
      tokenB: names[tokenB] as TokenAddress,
      amountA,
    } as const;
    const given = { actor: names[actor] as Account, command };
    return key === undefined ? given : { ...given, idempotency: { key, fingerprint: fingerprint as string } };
  });
}

function isPlain(command: Instruction['command']): command is PlainSwap {
  if (command.kind !== 'swap' || !('amountA' in command)) return false;
  for (const field in command) if (!PLAIN.has(field)) return false;
  return true;
}

const isPacked = (row: Instruction | PackedSwap): row is PackedSwap => Array.isArray(row);
