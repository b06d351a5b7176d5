// Repeated commands, by idempotency key or external reference: they return the first answer and are not executed again.
import type { Account } from '../amount.ts';
import { assert } from '../assert.ts';
import { whole } from '../commands/checks.ts';
import { type Command, referenceOf } from '../commands/command.ts';
import type { Policy } from '../commands/kind.ts';
import { type Movement, referenceKey } from '../commands/move-tokens.ts';
import type { Token } from '../pool.ts';
import type { Refusal } from '../refusal.ts';
import type { Instruction, Outcome, Posted, StoredReply } from './instruction.ts';

export const replyKey = (actor: Account, key: string): string => `${actor}\n${key}`;

const REUSED: Refusal = { code: 'idempotency_key_reused' };
const isReuse = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && 'refusal' in outcome && outcome.refusal === REUSED;

/** The answers to a chain whose command with index `item` was refused: none of its commands is executed. */
export const refusedAt = (chain: readonly Instruction[], item: number, refusal: Refusal): readonly Outcome[] =>
  chain.map((_, index) => ({ refusal: index === item ? refusal : { code: 'not_attempted', item } }));

/** True for a refusal that is not stored under the idempotency key, so that the command can be retried with a new route or fill. */
export const isRetryable = (outcome: Outcome): boolean =>
  'refusal' in outcome && (outcome.refusal.code === 'route_moved' || outcome.refusal.code === 'order_moved');

/** The stored replies and references that a batch may repeat. */
export type Remembered = {
  /** By `replyKey`. */
  readonly replies: ReadonlyMap<string, StoredReply>;
  /** The first movement under each reference that the batch names, by `referenceKey`. */
  readonly references: ReadonlyMap<string, Posted>;
  readonly policy: Policy;
  readonly nowMs: number;
};

export class Repetitions {
  readonly #loaded: Remembered;
  /** Replies that this batch adds. */
  readonly replies = new Map<string, StoredReply>();
  readonly #references = new Map<string, Posted>();

  constructor(loaded: Remembered) {
    this.#loaded = loaded;
  }

  /** The earlier answer to an instruction's idempotency key. */
  byKey({ actor, idempotency }: Instruction): Outcome | undefined {
    if (!idempotency) return undefined;
    const name = replyKey(actor, idempotency.key);
    const earlier = this.replies.get(name) ?? this.#remembered(name);
    if (!earlier) return undefined;
    const isSame = earlier.fingerprint === idempotency.fingerprint;
    return isSame ? earlier.outcome : { refusal: REUSED };
  }

  /** The earlier answer to a command's reference, no matter which actor used it. */
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

  /** The stored answers to a repeated chain; refusals if it reuses a key of another request; undefined if it has to be decided. */
  ofChain(chain: readonly Instruction[]): readonly Outcome[] | undefined {
    const known = chain.map((instruction) => this.byKey(instruction));
    const reused = known.findIndex(isReuse);
    if (reused >= 0) return refusedAt(chain, reused, REUSED);
    // If only some keys are known, the stored refusals of the chain have expired in part: it is decided again.
    return known.every((outcome) => outcome !== undefined) ? known : undefined;
  }

  remember({ actor, idempotency }: Instruction, outcome: Outcome): void {
    if (!idempotency || isRetryable(outcome)) return;
    const decidedAtMs = this.#loaded.nowMs;
    this.replies.set(replyKey(actor, idempotency.key), { actor, ...idempotency, outcome, decidedAtMs });
  }

  noteReference(command: Command, outcome: Outcome): void {
    const reference = referenceOf(command);
    if (reference && 'posted' in outcome) this.#references.set(referenceKey(reference), outcome.posted);
  }

  /** Returns a function that removes the references noted since this call. */
  savepoint(): () => void {
    const { size } = this.#references;
    return () => {
      for (const name of [...this.#references.keys()].slice(size)) this.#references.delete(name);
    };
  }

  #remembered(name: string): StoredReply | undefined {
    const { replies, nowMs, policy } = this.#loaded;
    const reply = replies.get(name);
    const isForgotten = reply && 'refusal' in reply.outcome && reply.decidedAtMs <= nowMs - policy.refusalRetentionMs;
    return isForgotten ? undefined : reply;
  }
}
