// Batches and their replies as messages to another thread: a flat list of plain values is cloned several times faster than objects.
import type { Account, Amount, TokenAddress } from '../../core/amount.ts';
import type { SwapCommand } from '../../core/commands/swap.ts';
import type { Instruction } from '../../core/settle/instruction.ts';
import type { JournalMark } from '../../ports/records.ts';
import type { Committed, SentPosted, WireOutcome, WriterQuestion, WriterReply } from './wire.ts';

type Batch = Extract<WriterQuestion, { batch: unknown }>;

/**
 * Starts with the mark and a counted list: the names of all accounts and tokens, each once. Then follow the instructions: a swap with
 * only the fields in `PLAIN` as seven values, of which the first four refer to names by index; any other as an object.
 */
export type SentBatch = readonly unknown[];

/** Starts with the number of swaps and a counted list of volumes. Then follow the outcomes: a transaction as five values, a refusal as an object. */
type SentCommitted = readonly unknown[];

export type SentQuestion = SentBatch | Exclude<WriterQuestion, Batch>;
export type SentReply = SentCommitted | Exclude<WriterReply, Committed>;

type PlainSwap = SwapCommand & { readonly amountA: Amount };

const PLAIN: ReadonlySet<string> = new Set(['kind', 'account', 'tokenA', 'tokenB', 'amountA']);

export const packed = (question: WriterQuestion): SentQuestion => ('batch' in question ? pack(question) : question);

export const isBatch = (question: SentQuestion): question is SentBatch => Array.isArray(question);

export function pack({ batch, composedAt }: Batch): SentBatch {
  const places = new Map<string, number>();
  const placeOf = (name: string): number => {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, places.size);
    return places.size - 1;
  };
  const rows: unknown[] = [];
  for (const instruction of batch) {
    const { actor, command, idempotency, linked, atMs } = instruction;
    if (linked || atMs !== undefined || !isPlain(command)) {
      rows.push(instruction);
      continue;
    }
    const { account, tokenA, tokenB, amountA } = command;
    rows.push(placeOf(actor), placeOf(account), placeOf(tokenA), placeOf(tokenB), amountA);
    rows.push(idempotency?.key, idempotency?.fingerprint);
  }
  return [composedAt.sequence, composedAt.id, places.size, ...places.keys(), ...rows];
}

/** Restores the batch; equal names become the same string, which makes comparisons and look-ups fast. */
export function unpack(sent: SentBatch): Batch {
  let at = 0;
  const next = <T>() => sent[at++] as T;
  const composedAt: JournalMark = { sequence: next(), id: next() };
  const count = next<number>();
  const names = sent.slice(at, at + count);
  at += count;
  const batch: Instruction[] = [];
  while (at < sent.length) {
    const first = next<number | Instruction>();
    if (typeof first === 'object') {
      batch.push(first);
      continue;
    }
    const actor = names[first] as Account;
    const command = {
      kind: 'swap',
      account: names[next<number>()] as Account,
      tokenA: names[next<number>()] as TokenAddress,
      tokenB: names[next<number>()] as TokenAddress,
      amountA: next<Amount>(),
    } as const;
    const [key, fingerprint] = [next<string | undefined>(), next<string>()];
    batch.push(key === undefined ? { actor, command } : { actor, command, idempotency: { key, fingerprint } });
  }
  return { batch, composedAt };
}

export function packReply(reply: WriterReply): SentReply {
  if (!('outcomes' in reply)) return reply;
  const { traded, outcomes } = reply;
  const sent: unknown[] = [traded?.swaps ?? 0, traded?.volumes.size ?? 0];
  if (traded) for (const [token, { paid, received }] of traded.volumes) sent.push(token, paid, received);
  for (const outcome of outcomes) {
    if ('refusal' in outcome) sent.push(outcome);
    else sent.push(...outcome);
  }
  return sent;
}

export function unpackReply(sent: SentReply): WriterReply {
  if (!isCommitted(sent)) return sent;
  let at = 0;
  const next = <T>() => sent[at++] as T;
  const swaps = next<number>();
  const volumes = new Map<TokenAddress, { paid: number; received: number }>();
  for (let tokens = next<number>(); tokens > 0; tokens--) volumes.set(next(), { paid: next(), received: next() });
  const outcomes: WireOutcome[] = [];
  while (at < sent.length) {
    const first = next<SentPosted[0] | Exclude<WireOutcome, SentPosted>>();
    outcomes.push(typeof first === 'object' ? first : [first, next(), next(), next(), next()]);
  }
  return { outcomes, traded: swaps > 0 ? { swaps, volumes } : undefined };
}

function isPlain(command: Instruction['command']): command is PlainSwap {
  if (command.kind !== 'swap' || !('amountA' in command)) return false;
  for (const field in command) if (!PLAIN.has(field)) return false;
  return true;
}

const isCommitted = (sent: SentReply): sent is SentCommitted => Array.isArray(sent);
