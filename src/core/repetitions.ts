// What was asked for before, under an idempotency key or by a reference from outside: it is answered again, not done again.
import type { Account } from './amount.ts';
import { assert } from './assert.ts';
import { whole } from './checks.ts';
import { type Command, referenceOf } from './commands/command.ts';
import { type Movement, referenceKey } from './commands/move-tokens.ts';
import type { Token } from './pool.ts';
import type { Instruction, Loaded, Outcome, Posted, Reply } from './settle.ts';

export const replyKey = (actor: Account, key: string): string => `${actor}\n${key}`;

export class Repetitions {
  readonly #loaded: Loaded;
  /** Those that are new. */
  readonly replies = new Map<string, Reply>();
  readonly #references = new Map<string, Posted>();

  constructor(loaded: Loaded) {
    this.#loaded = loaded;
  }

  /** What an instruction's key says, if it was used before. */
  byKey({ actor, idempotency }: Instruction): Outcome | undefined {
    if (!idempotency) return undefined;
    const name = replyKey(actor, idempotency.key);
    const earlier = this.replies.get(name) ?? this.#remembered(name);
    if (!earlier) return undefined;
    const isSame = earlier.fingerprint === idempotency.fingerprint;
    return isSame ? earlier.outcome : { refusal: { code: 'idempotency_key_reused' } };
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

  remember({ actor, command, idempotency }: Instruction, outcome: Outcome): void {
    const decidedAtMs = this.#loaded.nowMs;
    if (idempotency) {
      this.replies.set(replyKey(actor, idempotency.key), { actor, ...idempotency, outcome, decidedAtMs });
    }
    const reference = referenceOf(command);
    if (reference && 'posted' in outcome) this.#references.set(referenceKey(reference), outcome.posted);
  }

  #remembered(name: string): Reply | undefined {
    const { replies, nowMs, policy } = this.#loaded;
    const reply = replies.get(name);
    const isForgotten = reply && 'refusal' in reply.outcome && reply.decidedAtMs <= nowMs - policy.refusalRetentionMs;
    return isForgotten ? undefined : reply;
  }
}
