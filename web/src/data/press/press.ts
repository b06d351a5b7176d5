// A press of a button that changes something: it keeps one Idempotency-Key until the outcome is known, so it takes effect at most once.
import { type CallOptions, type FailureCode, MillpondError, type ReasonCode, randomKey } from '#client';
import { NOT_SIGNED, STAGED } from '../../words/errors.ts';
import { t } from '../../words/words.ts';
import { isOnChain } from '../chain.ts';
import type { Stored } from '../stored.ts';

/** A submitted input, with everything its screen needs to describe it later; stored as JSON until the outcome is known. */
export type Pressed<Order> = {
  /** The Idempotency-Key; null if the call takes none: the request is then sent once and cannot be repeated. */
  readonly key: string | null;
  /** The account that pressed: if another account sent the same key, the change would be made a second time. */
  readonly account: string;
  readonly order: Order;
  /** When the button was pressed (browser clock), and the last sequence number of the journal at that time. */
  readonly at: number;
  readonly head: number;
};

export type Failure = Pick<MillpondError, 'code' | 'message'> & {
  /** What exactly failed, for some codes. */
  readonly reasonCode?: ReasonCode | null | undefined;
};

export type Press<Order, Done> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly pressed: Pressed<Order> }
  /** The answer was lost and the request is being repeated. */
  | { readonly kind: 'asking-again'; readonly pressed: Pressed<Order>; readonly attempt: number }
  /** The request is accepted but not settled; the id is empty if the user's wallet sent the transaction. */
  | { readonly kind: 'pending'; readonly pressed: Pressed<Order>; readonly transactionId: string }
  /** The outcome is unknown and automatic retries have ended. */
  | { readonly kind: 'unknown'; readonly pressed: Pressed<Order>; readonly failure: Failure }
  /** The change was not made; with the code STAGED, the provided tokens wait on the chain to be taken back. */
  | { readonly kind: 'refused'; readonly pressed: Pressed<Order>; readonly failure: Failure }
  | { readonly kind: 'done'; readonly pressed: Pressed<Order>; readonly done: Done; readonly ms: number };

/** The parts of a press that differ from button to button. */
export type PressedChange<Order, Done> = {
  /** The thing the press changes, such as a pool: only one press per place is open at a time. */
  readonly place: string;
  readonly takesKey: boolean;
  /** Sends the request; the returned function waits for the outcome and calls `onPending` while the chain has not settled it. */
  make(order: Order, options: CallOptions): Promise<(onPending: (transactionId: string) => void) => Promise<Done>>;
  /** Called when the outcome is known, or when automatic retries have ended without one. */
  onEnd?(): void;
};

/** The message for a press that is too old to be repeated without asking. */
const left = (): Failure => ({ code: 'network', message: t('parts.press.left') });

/** Temporary failures: a retry may still get an answer. */
const PASSING: readonly FailureCode[] = [
  'network',
  'outcome_unknown',
  'overloaded',
  'storage_unavailable',
  'rate_limited',
  'catching_up',
];
const FINAL: readonly FailureCode[] = ['settlement_failed', NOT_SIGNED, STAGED];
/** The polling interval for a change that the chain has not settled yet. */
export const LOOK_MS = 3000;
const IDLE = { kind: 'idle' } as const;

export class Presser<Order, Done> {
  #press: Press<Order, Done> = IDLE;
  readonly #listeners = new Set<() => void>();
  readonly #change: PressedChange<Order, Done>;
  readonly #kept: Stored;

  constructor(change: PressedChange<Order, Done>, kept: Stored) {
    this.#change = change;
    this.#kept = kept;
  }

  readonly now = (): Press<Order, Done> => this.#press;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** True if the press is idle and no form shows it. */
  get isUnused(): boolean {
    return this.#press.kind === 'idle' && this.#listeners.size === 0;
  }

  /** Ignored while an earlier press is open. */
  async press(order: Order, account: string, head = 0): Promise<void> {
    if (isOpen(this.#press)) return;
    await this.#send({ key: this.#change.takesKey ? randomKey() : null, account, order, at: Date.now(), head });
  }

  /** Continues a press that was open when the page was left. */
  async resume(account: string | null): Promise<void> {
    const pressed = this.#press.kind === 'idle' && account !== null ? this.#left(account) : null;
    if (pressed === null) return;
    if (isFresh(pressed)) await this.#send(pressed, 1);
    else this.#tell({ kind: 'unknown', pressed, failure: left() });
  }

  /** Repeats a press with an unknown outcome; only for the account that pressed, since keys of another account are other keys. */
  async askAgain(account: string | null): Promise<void> {
    const press = this.#press;
    if (press.kind === 'unknown' && isOpen(press) && press.pressed.account === account) {
      await this.#send(press.pressed, 1);
    }
  }

  /** Returns to idle; a press whose outcome is open stays, unless the user gives it up. */
  readonly clear = ({ givesUp = false } = {}): void => {
    const press = this.#press;
    if (press.kind === 'idle' || (isOpen(press) && !(givesUp && press.kind === 'unknown'))) return;
    this.#end(press.pressed);
    this.#tell(IDLE);
  };

  /** `before`: how often the request was sent already without a known outcome. */
  async #send(pressed: Pressed<Order>, before = 0): Promise<void> {
    const { key, account, order } = pressed;
    if (key !== null) this.#kept.setItem(this.#nameFor(account), JSON.stringify(pressed));
    this.#tell(before === 0 ? { kind: 'sending', pressed } : { kind: 'asking-again', pressed, attempt: before + 1 });
    const startedMs = performance.now();
    let isMade = false;
    try {
      const outcomeOf = await this.#change.make(order, {
        ...(key !== null && { idempotencyKey: key }),
        account,
        onRetry: (attempt) => this.#tell({ kind: 'asking-again', pressed, attempt: before + attempt }),
      });
      const ms = Math.max(1, Math.round(performance.now() - startedMs));
      isMade = true;
      const done = await outcomeOf((transactionId) => this.#tell({ kind: 'pending', pressed, transactionId }));
      this.#end(pressed);
      this.#tell({ kind: 'done', pressed, done, ms });
    } catch (error) {
      await this.#failed(pressed, before, error, isMade);
    }
  }

  async #failed(pressed: Pressed<Order>, before: number, error: unknown, isMade: boolean): Promise<void> {
    if (!(error instanceof MillpondError)) {
      this.#tell({ kind: 'unknown', pressed, failure: { code: 'unreadable', message: String(error) } });
      throw error;
    }
    const { code, status, attempts, mayHaveHappened } = error;
    // The ledger answers repeats by their key, so its 422 is final; any other refusal says nothing about an earlier attempt.
    // Final codes: the chain did not execute the change, the wallet did not sign it in time, or provided tokens wait to be taken back.
    const isFinal = FINAL.includes(code);
    if (isFinal || (!isMade && !mayHaveHappened && (before === 0 || status === 422))) {
      this.#end(pressed);
      return this.#tell({ kind: 'refused', pressed, failure: error });
    }
    // Stop if the client did not retry (no Retry-After): repeating from here would hammer the server.
    const isPassing = PASSING.includes(code) && attempts > 1 && pressed.key !== null;
    if (!isPassing) return this.#tell({ kind: 'unknown', pressed, failure: error });
    await this.#send(pressed, before + attempts);
  }

  #tell(press: Press<Order, Done>): void {
    this.#press = press;
    for (const listener of this.#listeners) listener();
    if (ENDED.includes(press.kind)) this.#change.onEnd?.();
  }

  /** Stored per tab, so that a reload continues the press, and per account, since an idempotency key belongs to one account. */
  readonly #nameFor = (account: string): string => `millpond press ${account} ${this.#change.place}`;

  readonly #end = ({ account }: Pressed<Order>): void => this.#kept.removeItem(this.#nameFor(account));

  #left(account: string): Pressed<Order> | null {
    try {
      const left = JSON.parse(this.#kept.getItem(this.#nameFor(account)) ?? 'null');
      return typeof left?.key === 'string' && left.account === account && left.order !== undefined ? left : null;
    } catch {
      return null;
    }
  }
}

const ENDED: readonly string[] = ['done', 'refused', 'unknown'];
const OPEN: readonly string[] = ['sending', 'asking-again', 'pending'];

/** True while the press may still take effect: pressing again could make the change twice. */
export const isOpen = (press: Press<unknown, unknown>): boolean =>
  OPEN.includes(press.kind) || (press.kind === 'unknown' && press.pressed.key !== null);

/** True if the preview must stay as it is: on a chain, this press may change the pool before its outcome is reported. */
export const isKept = (press: Press<unknown, unknown>): boolean =>
  isOnChain && (isOpen(press) || press.kind === 'done');

/** The press that was submitted; null if there is none, or once it is done. */
export const pressedOf = <Order>(press: Press<Order, unknown>): Pressed<Order> | null =>
  press.kind === 'idle' || press.kind === 'done' ? null : press.pressed;

const FRESH_MS = 300_000;

/** True if the press may be repeated without asking the user, who may no longer want it after five minutes. */
export const isFresh = ({ at }: { readonly at?: number }, nowMs = Date.now()): boolean =>
  at !== undefined && Math.abs(nowMs - at) <= FRESH_MS;
