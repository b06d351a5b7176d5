// A press of a button that changes something: one Idempotency-Key, kept until the outcome is known, so that it has one effect.
import { type Answer, type Calls, MillpondError } from '#client';
import type { Stored } from '../stored.ts';

/** The changes that a person presses for. */
export type Change = 'createSwap' | 'provideLiquidity' | 'refundLiquidity';

export type Press<Done> =
  | { readonly kind: 'ready' }
  /** Under way; from the second attempt on an answer was lost. */
  | { readonly kind: 'asking'; readonly attempt: number }
  /** Nobody has told yet what became of it: the key is kept, and asking again is safe. */
  | { readonly kind: 'unknown'; readonly failure: MillpondError }
  /** Nothing changed. */
  | { readonly kind: 'refused'; readonly failure: MillpondError }
  | { readonly kind: 'done'; readonly done: Done; readonly transactionId: string | null; readonly tookMs: number };

export type Pressed<Name extends Change> = {
  readonly call: Name;
  /** What it is about, such as a pool: of each thing one press is under way. */
  readonly about: string;
  readonly input: Calls[Name]['input'];
  readonly key: string;
} & Moment;

/** When it was pressed, by the clock of the browser, and the last number of the journal that was known then. */
export type Moment = { readonly at: number; readonly head: number };

const FRESH_MS = 300_000;

/** Whether it may be sent again unasked: nobody waits for an older one any more, and what it asks for may not be wanted. */
export const isFresh = ({ at }: Partial<Moment>, nowMs = Date.now()): boolean =>
  at !== undefined && Math.abs(nowMs - at) <= FRESH_MS;

/** Said wherever somebody may ask again. */
export const ONE_EFFECT =
  'Asking again has one effect at most: what was done is told, and what was not is done on the same terms or refused.';

/** What is said of one that is not. */
export const LEFT = new MillpondError('You left the page before the answer came, and it is not sent again by itself.', {
  code: 'network',
  mayHaveHappened: true,
});

type Ask = (
  input: unknown,
  options: {
    idempotencyKey: string;
    account: string;
    onRetry(attempt: number): void;
    onAnswer(answer: Answer): void;
  },
) => Promise<unknown>;

type Sending<Name extends Change> = {
  /** The method of the client. */
  readonly ask: Ask;
  readonly pressed: Pressed<Name>;
  /** Under which the key counts: another's would be another effect. */
  readonly account: string;
  /** It was sent before, and nobody knows what became of it. */
  readonly wasLost?: boolean;
  readonly now?: () => number;
  tell(state: Press<Calls[Name]['output']>): void;
};

/** Sends it, under its key, until it is known what became of it or there is no more trying. */
export async function send<Name extends Change>({
  ask,
  pressed,
  account,
  tell,
  wasLost = false,
  ...rest
}: Sending<Name>) {
  const { now = () => performance.now() } = rest;
  const from = now();
  let transactionId: string | null = null;
  tell({ kind: 'asking', attempt: wasLost ? 2 : 1 });
  try {
    const done = (await ask(pressed.input, {
      idempotencyKey: pressed.key,
      account,
      onRetry: (attempt) => tell({ kind: 'asking', attempt }),
      onAnswer: (answer) => {
        transactionId = answer.transactionId;
      },
    })) as Calls[Name]['output'];
    tell({ kind: 'done', done, transactionId, tookMs: Math.max(1, Math.round(now() - from)) });
  } catch (failure) {
    if (!(failure instanceof MillpondError)) throw failure;
    // What the ledger decides it decides by the key, so that a 422 answers for every time it was sent.
    const mayBeDone = failure.mayHaveHappened || (wasLost && failure.status !== 422);
    tell({ kind: mayBeDone ? 'unknown' : 'refused', failure });
  }
}

/** Another press would have an effect of its own, beside one of which nobody knows yet. */
export const isOpen = ({ kind }: Press<unknown>): boolean => kind === 'asking' || kind === 'unknown';

/** Pages that come by plain http have no crypto.randomUUID. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What is under way in this tab, so that a reload goes on asking; by account, since a key belongs to one. */
type Place = { readonly account: string; readonly call: Change; readonly about: string };

const placeOf = ({ account, call, about }: Place): string => `millpond press ${account} ${call} ${about}`;

export function keep<Name extends Change>(stored: Stored, account: string, pressed: Pressed<Name>): void {
  stored.setItem(placeOf({ account, ...pressed }), JSON.stringify(pressed));
}

export const forget = (stored: Stored, place: Place): void => stored.removeItem(placeOf(place));

export function kept<Name extends Change>(stored: Stored, place: Place & { call: Name }): Pressed<Name> | null {
  try {
    const pressed = JSON.parse(stored.getItem(placeOf(place)) ?? 'null') as Pressed<Name> | null;
    return pressed?.call === place.call && typeof pressed.key === 'string' ? pressed : null;
  } catch {
    return null;
  }
}
