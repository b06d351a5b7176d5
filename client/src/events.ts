// All events as they happen: reconnects when a stream is lost, and continues where it ended.
import { type Failed, failureOf, lost, parsed } from './answer.ts';
import type { EventsInput, EventsRecord } from './api.ts';
import type { ConnectOptions } from './ask.ts';
import { MillpondError } from './error.ts';
import { keyHeader, requestOf } from './request.ts';
import { type Block, blockReader } from './sse.ts';
import { backOffMs, deadline, sleep } from './wait.ts';

export type EventsOptions = {
  /** Ends the stream at once, with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called whenever a stream has opened, first or again. */
  readonly onOpen?: (() => void) | undefined;
  /** The journal's last sequence: at the start, with every event and at least every 15 seconds. */
  readonly onHead?: ((sequence: number) => void) | undefined;
  /** The stream was lost; the next attempt follows after `retryInMs`. */
  readonly onLost?: ((cause: MillpondError, retryInMs: number) => void) | undefined;
  /**
   * The journal was rewound: events after `from` are undone. The stream continues after `goesOnAfter`. If that is not `from`, because
   * too many events lie between, read those by `events({ after: from })`.
   */
  readonly onRewound?: ((from: number, goesOnAfter: number) => void) | undefined;
  /** A stream that is silent for this long is lost. Default 45000: three times the longest silence of the exchange. */
  readonly silenceMs?: number | undefined;
};

const MOST_BACK_OFF_MS = 10_000;
/** Much longer timers would overflow and fire at once. */
const MOST_WAIT_MS = 3_600_000;
/** More than the longest event. */
const MOST_BYTES = 4_194_304;

/** The reader's position, kept across connections. */
type Place = { last: number | undefined; head: number; retryMs: number; failures: number };

/** Never ends by itself; throws if the exchange refuses the stream. */
export async function* events(
  url: string,
  settings: ConnectOptions,
  input: EventsInput = {},
  options: EventsOptions = {},
): AsyncGenerator<EventsRecord, never, undefined> {
  const last = input.after === undefined ? undefined : Number(input.after);
  const place: Place = { last, head: 0, retryMs: settings.backOffMs ?? 1000, failures: 0 };
  for (;;) {
    options.signal?.throwIfAborted();
    const { message, ...failing } = yield* stream(requestOf(url, 'events', input).url, settings, options, place);
    place.failures += 1;
    const cause = new MillpondError(message, { ...failing, attempts: place.failures });
    if (isFinal(cause)) throw cause;
    const waitMs =
      Math.min(cause.retryAfterMs ?? 0, MOST_WAIT_MS) + backOffMs(place.failures, place.retryMs, MOST_BACK_OFF_MS);
    options.onLost?.(cause, waitMs);
    await sleep(waitMs, options.signal);
  }
}

/** Reads one connection until it is lost; returns why. */
async function* stream(
  url: string,
  settings: ConnectOptions,
  options: EventsOptions,
  place: Place,
): AsyncGenerator<EventsRecord, Failed, undefined> {
  const { fetch = globalThis.fetch } = settings;
  const limit = deadline(options.signal, options.silenceMs ?? 45_000);
  const gone = (cause: unknown) => {
    options.signal?.throwIfAborted();
    return lost(cause);
  };
  const headers = {
    Accept: 'text/event-stream',
    ...(place.last !== undefined && { 'Last-Event-ID': String(place.last) }),
    ...keyHeader(settings.key),
  };
  try {
    limit.arm();
    const response = await fetch(url, { headers, redirect: 'manual', signal: limit.signal }).catch(gone);
    if (!('headers' in response)) return response;
    if (!response.ok || !response.body || !response.headers.get('Content-Type')?.includes('text/event-stream')) {
      const text = await response.text().catch(() => '');
      return failureOf(response, parsed(text));
    }
    options.onOpen?.();
    const pieces = response.body.getReader();
    const decoder = new TextDecoder();
    const read = blockReader();
    let reason: string | undefined;
    let waiting = 0;
    for (;;) {
      limit.arm();
      const piece = await pieces.read().catch(gone);
      // Not armed while the caller handles events: a slow caller is no silence of the exchange.
      limit.disarm();
      if ('code' in piece) return piece;
      if (piece.done) return lost(new Error(reason ?? 'The stream has ended.'));
      place.failures = 0;
      const blocks = read(decoder.decode(piece.value, { stream: true }));
      waiting = blocks.length > 0 ? 0 : waiting + piece.value.length;
      if (waiting > MOST_BYTES) return lost(new Error('An event is too long.'));
      for (const block of blocks) {
        const told = block.data === undefined ? {} : parsed(block.data);
        if (told === null) return lost(new Error('An event cannot be read.'));
        reason = (told as { reason?: string }).reason ?? reason;
        if (isNews(block, told, place, options)) yield told as EventsRecord;
      }
    }
  } finally {
    limit.end();
  }
}

/** Advances the reader; true if the block is a new event. Only a rewind moves it back, so that a repeated event is not yielded twice. */
function isNews(block: Block, told: object, place: Place, options: EventsOptions): boolean {
  const { id = '', event, data, comment = '', retryMs } = block;
  place.retryMs = retryMs ?? place.retryMs;
  const sequence = /^\d+$/.test(id) ? Number(id) : undefined;
  if (event === 'rewound' && sequence !== undefined) {
    const { head = sequence, from = sequence } = told as { readonly head?: number; readonly from?: number };
    place.last = sequence;
    place.head = head;
    options.onRewound?.(from, sequence);
  }
  const isEvent = data !== undefined && sequence !== undefined;
  const said = /^\d+$/.test(comment) ? Number(comment) : isEvent ? sequence : undefined;
  if (said !== undefined && (!isEvent || said > place.head)) {
    place.head = Math.max(place.head, said);
    options.onHead?.(place.head);
  }
  if (sequence === undefined || sequence <= (place.last ?? -1)) return false;
  place.last = sequence;
  return isEvent;
}

/** True if a retry would be refused again. */
const isFinal = ({ code, status }: MillpondError): boolean =>
  status !== null && status < 500 && status !== 408 && status !== 429 && code !== 'network';
