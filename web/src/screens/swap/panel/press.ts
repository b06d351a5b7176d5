// One press of the button: one key, sent again under that key until its outcome is known, also after a reload.
import { type CallOptions, type Calls, type FailureCode, MillpondError } from '#client';
import { isFresh, LEFT, type Moment } from '../../../data/press/press.ts';
import { quoteName, type Stored } from '../../../data/stored.ts';
import type { Order, Quote } from './order.ts';

export type Pressed = {
  readonly key: string;
  /** Under which the key counts: another's would be another swap. */
  readonly account: string;
  readonly order: Order;
  /** What the order was made of; absent from what a page of before kept. */
  readonly quote?: Quote | undefined;
} & Moment;

export type Failure = { readonly code: FailureCode; readonly message: string };
export type Filled = Calls['getSwap']['output'];

export type Press =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly pressed: Pressed }
  | { readonly kind: 'asking-again'; readonly pressed: Pressed; readonly attempt: number }
  /** Nobody could say, and asking on its own has ended. */
  | { readonly kind: 'unknown'; readonly pressed: Pressed; readonly failure: Failure }
  | { readonly kind: 'refused'; readonly pressed: Pressed; readonly failure: Failure }
  | { readonly kind: 'done'; readonly pressed: Pressed; readonly filled: Filled; readonly ms: number };

/** The press whose figures are looked at: until it is done, or somebody goes on, no other quote's stand beside them. */
export const pressedOf = (press: Press): Pressed | null =>
  press.kind === 'idle' || press.kind === 'done' ? null : press.pressed;

export type Asking = {
  createSwap(input: Calls['createSwap']['input'], options: CallOptions): Promise<Calls['createSwap']['output']>;
  getSwap(input: Calls['getSwap']['input']): Promise<Filled>;
};

const NAME = 'millpond press';
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
const IDLE: Press = { kind: 'idle' };

export class Presser {
  #press: Press = IDLE;
  readonly #listeners = new Set<() => void>();
  readonly #server: Asking;
  readonly #kept: Stored;

  constructor(server: Asking, kept: Stored) {
    this.#server = server;
    this.#kept = kept;
  }

  readonly now = (): Press => this.#press;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A second press while the first is open is none. */
  async press(
    order: Order,
    account: string,
    { quote, head = 0 }: { quote?: Quote; head?: number } = {},
  ): Promise<void> {
    if (this.isOpen) return;
    const pressed = { key: newKey(), account, order, quote, at: Date.now(), head };
    this.#kept.setItem(NAME, JSON.stringify(pressed));
    this.#tell({ kind: 'sending', pressed });
    await this.#send(pressed);
  }

  get isOpen(): boolean {
    return this.#press.kind === 'sending' || this.#press.kind === 'asking-again' || this.#press.kind === 'unknown';
  }

  /** What was open when the page was left. */
  async resume(account: string | null): Promise<void> {
    const pressed = this.#press.kind === 'idle' ? this.#open() : null;
    if (pressed === null || account === null) return;
    if (account !== pressed.account || !isFresh(pressed))
      return this.#tell({ kind: 'unknown', pressed, failure: LEFT });
    this.#tell({ kind: 'asking-again', pressed, attempt: 2 });
    await this.#send(pressed, 1);
  }

  /** By whoever pressed: another's asking would be another swap. */
  async askAgain(account: string | null): Promise<void> {
    if (this.#press.kind !== 'unknown' || this.#press.pressed.account !== account) return;
    const { pressed } = this.#press;
    this.#tell({ kind: 'asking-again', pressed, attempt: 2 });
    await this.#send(pressed, 1);
  }

  /** Goes on to the next; what is open stays unless it is given up by name. */
  readonly clear = ({ givesUp = false } = {}): void => {
    if (this.#press.kind === 'idle' || (this.isOpen && !(givesUp && this.#press.kind === 'unknown'))) return;
    this.#kept.removeItem(NAME);
    this.#tell(IDLE);
  };

  /** `before`: how often it was sent already, with nobody knowing what became of it. */
  async #send(pressed: Pressed, before = 0): Promise<void> {
    const { input } = pressed.order;
    const startedMs = performance.now();
    let isMade = false;
    try {
      const { transactionId } = await this.#server.createSwap(input, {
        idempotencyKey: pressed.key,
        account: pressed.account,
        onRetry: (attempt) => this.#tell({ kind: 'asking-again', pressed, attempt: before + attempt }),
      });
      const ms = performance.now() - startedMs;
      isMade = true;
      const { pay, receive } = pressed.order;
      this.#kept.setItem(quoteName(transactionId), JSON.stringify({ amountA: pay.amount, amountB: receive.amount }));
      const filled = await this.#server.getSwap({ transactionId });
      this.#kept.removeItem(NAME);
      this.#tell({ kind: 'done', pressed, filled, ms });
    } catch (error) {
      await this.#failed(pressed, before, error, isMade);
    }
  }

  async #failed(pressed: Pressed, before: number, error: unknown, isMade: boolean): Promise<void> {
    const failure = { code: 'unreadable' as FailureCode, message: String(error) };
    if (!(error instanceof MillpondError)) return this.#tell({ kind: 'unknown', pressed, failure });
    const told = { code: error.code, message: error.message };
    // What the ledger decides it decides by the key; any other refusal says nothing of what was sent before.
    const isOpen = isMade || error.mayHaveHappened || (before > 0 && error.status !== 422);
    if (!isOpen) {
      this.#kept.removeItem(NAME);
      return this.#tell({ kind: 'refused', pressed, failure: told });
    }
    // Whoever was not told when to ask again must not ask at once, and for ever.
    const isPassing = PASSING.includes(error.code) && error.attempts > 1;
    if (!isPassing) return this.#tell({ kind: 'unknown', pressed, failure: told });
    this.#tell({ kind: 'asking-again', pressed, attempt: before + error.attempts + 1 });
    await this.#send(pressed, before + error.attempts);
  }

  #tell(press: Press): void {
    this.#press = press;
    for (const listener of this.#listeners) listener();
  }

  #open(): Pressed | null {
    try {
      return JSON.parse(this.#kept.getItem(NAME) ?? 'null');
    } catch {
      return null;
    }
  }
}

/** crypto.randomUUID is missing from pages that come by plain http. */
const newKey = (): string =>
  `web-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
