// What was asked for before, under an idempotency key or by a reference from outside: it is answered again, not done again.
import type { Account } from '../amount.ts';
import { assert } from '../assert.ts';
import { whole } from '../commands/checks.ts';
import { type Command, referenceOf } from '../commands/command.ts';
import type { Policy } from '../commands/kind.ts';
import { type Movement, referenceKey } from '../commands/move-tokens.ts';
import type { Token } from '../pool.ts';
import type { Refusal } from '../refusal.ts';
import type { Instruction, Outcome, Posted, Reply } from './instruction.ts';

export const replyKey = (actor: Account, key: string): string => `${actor}\n${key}`;

const REUSED: Refusal = { code: 'idempotency_key_reused' };
const isReuse = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && 'refusal' in outcome && outcome.refusal === REUSED;

/** What a chain is answered of which one is refused. */
export const refusedAt = (chain: readonly Instruction[], item: number, refusal: Refusal): readonly Outcome[] =>
  chain.map((_, index) => ({ refusal: index === item ? refusal : { code: 'not_attempted', item } }));

/** What was found and is gone leaves its key free, so that something else can be found. */
export const isToBeTriedAgain = (outcome: Outcome): boolean =>
  'refusal' in outcome && (outcome.refusal.code === 'route_moved' || outcome.refusal.code === 'order_moved');

/** What was asked for before the batch. */
export type Remembered = {
  /** By `replyKey`. */
  readonly replies: ReadonlyMap<string, Reply>;
  /** The first movement under each reference that the batch names, by `referenceKey`. */
  readonly references: ReadonlyMap<string, Posted>;
  readonly policy: Policy;
  readonly nowMs: number;
};

export class Repetitions {
  readonly #loaded: Remembered;
  /** Those that are new. */
  readonly replies = new Map<string, Reply>();
  readonly #references = new Map<string, Posted>();

  constructor(loaded: Remembered) {
    this.#loaded = loaded;
  }

  /** What an instruction's key says, if it was used before. */
  byKey({ actor, idempotency }: Instruction): Outcome | undefined {
    if (!idempotency) return undefined;
    const name = replyKey(actor, idempotency.key);
    const earlier = this.replies.get(name) ?? this.#remembered(name);
    if (!earlier) return undefined;
    const isSame = earlier.fingerprint === idempotency.fingerprint;
    return isSame ? earlier.outcome : { refusal: REUSED };
  }

  /** What a command's reference says, if it was used before, whoever used it. */
  byReference(command: Command, tokenAt: (address: Token['address']) => Token | undefined): Outcome | undefined {
    const reference = referenceOf(command);
    if (!reference) return undefined;
    const name = referenceKey(reference);
    const first = this.#references.get(name) ?? this.#loaded.references.get(name);
    if (!first) return undefined;
    const { amount } = first.receipt as Movement;
    if (amount === (command as Movement).amount) return { posted: first };
    const token = tokenAt(reference.token);
    assert(token !== undefined, 'a token that was moved is listed');
    const { symbol } = token;
    return { refusal: { code: 'reference_reused', amount: whole(amount, token), symbol, transactionId: first.id } };
  }

  /** What the keys of a chain say: all were used for it before, or one was used for something else. */
  ofChain(chain: readonly Instruction[]): readonly Outcome[] | undefined {
    const known = chain.map((instruction) => this.byKey(instruction));
    const reused = known.findIndex(isReuse);
    if (reused >= 0) return refusedAt(chain, reused, REUSED);
    // Some of them alone are refusals that are being forgotten one by one.
    return known.every((outcome) => outcome !== undefined) ? known : undefined;
  }

  remember({ actor, idempotency }: Instruction, outcome: Outcome): void {
    if (!idempotency || isToBeTriedAgain(outcome)) return;
    const decidedAtMs = this.#loaded.nowMs;
    this.replies.set(replyKey(actor, idempotency.key), { actor, ...idempotency, outcome, decidedAtMs });
  }

  noteReference(command: Command, outcome: Outcome): void {
    const reference = referenceOf(command);
    if (reference && 'posted' in outcome) this.#references.set(referenceKey(reference), outcome.posted);
  }

  /** What forgets the references that are noted from now on. */
  savepoint(): () => void {
    const { size } = this.#references;
    return () => {
      for (const name of [...this.#references.keys()].slice(size)) this.#references.delete(name);
    };
  }

  #remembered(name: string): Reply | undefined {
    const { replies, nowMs, policy } = this.#loaded;
    const reply = replies.get(name);
    const isForgotten = reply && 'refusal' in reply.outcome && reply.decidedAtMs <= nowMs - policy.refusalRetentionMs;
    return isForgotten ? undefined : reply;
  }
}
