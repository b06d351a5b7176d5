// A press of a button that changes something: one Idempotency-Key, kept until the outcome is known, so that it has one effect.
import { type CallOptions, type FailureCode, type GetSwapOutput, MillpondError, randomKey } from '#client';
import { NOT_SIGNED, STAGED } from '../../words/errors.ts';
import { t } from '../../words/words.ts';
import { isOnChain } from '../chain.ts';
import type { Stored } from '../stored.ts';

/** What was asked for, in whatever words its screen needs to tell of it again; kept as JSON while its outcome is not known. */
export type Pressed<Order> = {
  /** Null where the call takes none: it is sent once, and cannot be asked about. */
  readonly key: string | null;
  /** Under which the key counts: another's would be another effect. */
  readonly account: string;
  readonly order: Order;
  /** When it was pressed, by the clock of the browser, and the last number of the journal that was known then. */
  readonly at: number;
  readonly head: number;
};

export type Failure = Pick<MillpondError, 'code' | 'message'> & {
  /** Why a chain did not carry it out. */
  readonly reasonCode?: GetSwapOutput['reasonCode'] | null;
};

export type Press<Order, Done> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly pressed: Pressed<Order> }
  /** An answer was lost. */
  | { readonly kind: 'asking-again'; readonly pressed: Pressed<Order>; readonly attempt: number }
  /** Accepted, and not settled yet; without an id where a wallet has sent it. */
  | { readonly kind: 'pending'; readonly pressed: Pressed<Order>; readonly transactionId: string }
  /** Nobody could say, and asking on its own has ended. */
  | { readonly kind: 'unknown'; readonly pressed: Pressed<Order>; readonly failure: Failure }
  /** Nothing changed. */
  | { readonly kind: 'refused'; readonly pressed: Pressed<Order>; readonly failure: Failure }
  | { readonly kind: 'done'; readonly pressed: Pressed<Order>; readonly done: Done; readonly ms: number };

/** What differs between one button and another. */
export type Change<Order, Done> = {
  /** What it changes, such as a pool: of each thing one press is under way. */
  readonly place: string;
  readonly takesKey: boolean;
  /** Comes to what reads the outcome, once it is made, and says so while that is pending. */
  make(order: Order, options: CallOptions): Promise<(onPending: (transactionId: string) => void) => Promise<Done>>;
  /** Called when the outcome is known, or nobody is asked for it any more. */
  onEnd?(): void;
};

/** What is said of one that is not sent again unasked. */
const left = (): Failure => ({ code: 'network', message: t('parts.press.left') });

/** After these the exchange may still answer. */
const PASSING: readonly FailureCode[] = [
  'network',
  'outcome_unknown',
  'overloaded',
  'storage_busy',
  'storage_unavailable',
  'rate_limited',
  'catching_up',
];
const FINAL: readonly FailureCode[] = ['settlement_failed', NOT_SIGNED, STAGED];
/** Between two looks at what a chain has not settled yet, where no event tells of it. */
export const LOOK_MS = 3000;
const IDLE = { kind: 'idle' } as const;

export class Presser<Order, Done> {
  #press: Press<Order, Done> = IDLE;
  readonly #listeners = new Set<() => void>();
  readonly #change: Change<Order, Done>;
  readonly #kept: Stored;

  constructor(change: Change<Order, Done>, kept: Stored) {
    this.#change = change;
    this.#kept = kept;
  }

  readonly now = (): Press<Order, Done> => this.#press;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Idle, and no form shows it. */
  get isUnused(): boolean {
    return this.#press.kind === 'idle' && this.#listeners.size === 0;
  }

  /** A second press while the first is open is none. */
  async press(order: Order, account: string, head = 0): Promise<void> {
    if (isOpen(this.#press)) return;
    await this.#send({ key: this.#change.takesKey ? randomKey() : null, account, order, at: Date.now(), head });
  }

  /** What was open when the page was left. */
  async resume(account: string | null): Promise<void> {
    const pressed = this.#press.kind === 'idle' && account !== null ? this.#left(account) : null;
    if (pressed === null) return;
    if (isFresh(pressed)) await this.#send(pressed, 1);
    else this.#tell({ kind: 'unknown', pressed, failure: left() });
  }

  /** By whoever pressed: another's asking would be another effect. */
  async askAgain(account: string | null): Promise<void> {
    const press = this.#press;
    if (press.kind === 'unknown' && isOpen(press) && press.pressed.account === account) {
      await this.#send(press.pressed, 1);
    }
  }

  /** Goes on to the next; what is open stays unless it is given up by name. */
  readonly clear = ({ givesUp = false } = {}): void => {
    const press = this.#press;
    if (press.kind === 'idle' || (isOpen(press) && !(givesUp && press.kind === 'unknown'))) return;
    this.#end(press.pressed);
    this.#tell(IDLE);
  };

  /** `before`: how often it was sent already, with nobody knowing what became of it. */
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
    // What the ledger decides it decides by the key; any other refusal says nothing of what was sent before.
    // What a chain has not carried out, it never will, nor what a wallet has not signed in time.
    const isFinal = FINAL.includes(code);
    if (isFinal || (!isMade && !mayHaveHappened && (before === 0 || status === 422))) {
      this.#end(pressed);
      return this.#tell({ kind: 'refused', pressed, failure: error });
    }
    // Whoever was not told when to ask again must not ask at once, and for ever.
    const isPassing = PASSING.includes(code) && attempts > 1 && pressed.key !== null;
    if (!isPassing) return this.#tell({ kind: 'unknown', pressed, failure: error });
    await this.#send(pressed, before + attempts);
  }

  #tell(press: Press<Order, Done>): void {
    this.#press = press;
    for (const listener of this.#listeners) listener();
    if (ENDED.includes(press.kind)) this.#change.onEnd?.();
  }

  /** In this tab, so that a reload goes on asking; by account, since a key belongs to one. */
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

/** Another press would have an effect of its own, beside one of which nobody knows yet. */
export const isOpen = (press: Press<unknown, unknown>): boolean =>
  OPEN.includes(press.kind) || (press.kind === 'unknown' && press.pressed.key !== null);

/** Whether its preview stays as it was: a chain may have changed the pool by it before that is told. */
export const isKept = (press: Press<unknown, unknown>): boolean =>
  isOnChain && (isOpen(press) || press.kind === 'done');

/** What was pressed, until it is done. */
export const pressedOf = <Order>(press: Press<Order, unknown>): Pressed<Order> | null =>
  press.kind === 'idle' || press.kind === 'done' ? null : press.pressed;

const FRESH_MS = 300_000;

/** Whether it may be sent again unasked: nobody waits for an older one any more, and what it asks for may not be wanted. */
export const isFresh = ({ at }: { readonly at?: number }, nowMs = Date.now()): boolean =>
  at !== undefined && Math.abs(nowMs - at) <= FRESH_MS;
