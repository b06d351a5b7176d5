// Follows the journal: its head, whether the event stream is connected, and which cached answers each event invalidates.
import { useSyncExternalStore } from 'react';
import type { EventsRecord } from '#client';
import { needsKey } from '../brand.ts';
import { isOnChain } from '../chain.ts';
import { LOOK_MS } from '../press/press.ts';
import { renew } from '../renew.ts';
import { asFailure, openGate, queries, server } from '../server.ts';
import { ofBrowser } from '../stored.ts';
import { joinTabs, type TabMessage } from './shared.ts';
import { heardAt, LOST_MS, TICK_MS, tickedAt, wordOf } from './silence.ts';
import { touches } from './touches.ts';

type Live = {
  /** The last sequence number of the journal that this page knows. */
  readonly head: number;
  readonly state: 'connecting' | 'live' | 'lost' | 'polled';
  /** Seconds since anything was heard; 0 while that is normal. */
  readonly silentS: number;
};

let live: Live = { head: 0, state: 'connecting', silentS: 0 };
const listeners = new Set<() => void>();
const readers = new Set<(event: EventsRecord) => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Renders again with every event; `useLiveState` and `headNow` do not. */
export const useLive = (): Live => useSyncExternalStore(subscribe, () => live);

export const useLiveState = (): Live['state'] => useSyncExternalStore(subscribe, () => live.state);

export const useSilentS = (): number => useSyncExternalStore(subscribe, () => live.silentS);

export const headNow = (): number => live.head;

/** Calls the reader with each event this tab receives. */
export function onEvent(reader: (event: EventsRecord) => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** Resolves when an event tells that this transaction has ended, or after LOOK_MS in case that event was missed. */
export const endOf = (transactionId: string): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      forget();
      clearTimeout(timer);
      resolve();
    };
    const forget = onEvent((event) => event.transactionId === transactionId && end());
    const timer = setTimeout(end, LOOK_MS);
  });

function stand(next: Partial<Live>): void {
  const wasLost = live.state === 'lost';
  live = { ...live, ...next };
  // Changes between the last request and the new stream may have been missed.
  if (wasLost && live.state === 'live') renew();
  if (live.state !== 'connecting') openGate();
  if (live.state === 'lost' && !isOnChain) pollWhileLost();
  for (const listener of listeners) listener();
}

let silence = heardAt(performance.now());

/** Something came from the server, or from the tab that reads it. */
function hear(): void {
  silence = heardAt(performance.now());
  if (live.silentS > 0) stand({ silentS: 0 });
}

/** Says what a silence means; a page that nobody sees says nothing. */
function listen(): void {
  silence = tickedAt(silence, performance.now());
  if (live.state !== 'live' || document.visibilityState !== 'visible') return;
  const word = wordOf(silence);
  if (word === 'lost') stand({ state: 'lost', silentS: 0 });
  else if (word !== live.silentS) stand({ silentS: word });
}

const tabs = joinTabs(onTabMessage);

/** Handles a message from another tab. */
function onTabMessage(message: TabMessage): void {
  if (message.type === 'hello') tellStanding();
  else if (message.type === 'standing') heed(message);
  else if (message.type === 'event') take(message.event);
  else if (message.type === 'rewound') goBack(message.head);
  else startAnew();
}

let isLeading = false;
/** True in the one tab that acts for all of them. */
export const leadsTabs = (): boolean => isLeading;
const tellStanding = () => isLeading && tabs.tell({ type: 'standing', head: live.head, state: live.state });

/** Most messages are beats, which change nothing. */
function heed({ head, state }: Extract<TabMessage, { type: 'standing' }>): void {
  if (state === 'live') hear();
  if (state !== live.state || head > live.head) stand({ head: Math.max(head, live.head), state });
}

function lead(next: Partial<Live>): void {
  stand(next);
  tellStanding();
}

function goBack(head: number): void {
  stand({ head });
  renew();
}

/** Follows the journal until the page is left; one tab reads the stream for all of them. */
export async function follow(signal: AbortSignal): Promise<void> {
  const leading = tabs.lead(async () => {
    isLeading = true;
    while (!signal.aborted) await read(signal);
  }, signal);
  // On a chain the stream has events of own orders only; everything else is polled.
  if (isOnChain) return poll(signal);
  tabs.tell({ type: 'hello' });
  const listening = setInterval(listen, TICK_MS);
  signal.addEventListener('abort', () => clearInterval(listening));
  // If there is no connection after five seconds, the page polls instead of waiting for the stream.
  setTimeout(() => live.state === 'connecting' && stand({ state: 'lost' }), 5000);
  await leading;
}

let restart = new AbortController();

/** Stored for the next visit: the page then knows at once whether to request the account's own events, which need a session (else 401). */
const SIGNED_IN = 'millpond signed in';
let isSignedIn = !needsKey || ofBrowser.getItem(SIGNED_IN) !== null;

function noteSignedIn(next: boolean): void {
  if (next === isSignedIn) return;
  isSignedIn = next;
  if (next) ofBrowser.setItem(SIGNED_IN, 'yes');
  else ofBrowser.removeItem(SIGNED_IN);
  restart.abort();
}

/** Asked for on the page's streams, so that it notices a lost connection. */
const BEAT_S = '2';

function onBeat(head: number): void {
  hear();
  const isNew = head > live.head || (!isOnChain && live.state !== 'live');
  if (isNew) lead({ head: Math.max(head, live.head), ...(!isOnChain && { state: 'live' }) });
  else tellStanding();
}

/** Reads one stream until another account signs in; `isSomebody` false reads public events only. */
async function read(signal: AbortSignal, isSomebody = isSignedIn): Promise<void> {
  restart = new AbortController();
  const until = AbortSignal.any([signal, restart.signal]);
  if (isOnChain && !isSomebody) {
    await new Promise((resolve) => until.addEventListener('abort', resolve));
    return;
  }
  const stream = server.events(
    { ...(isSomebody && { own: 'true' }), ...(live.head > 0 && { after: String(live.head) }), beat: BEAT_S },
    {
      signal: until,
      silenceMs: isOnChain ? undefined : LOST_MS,
      // Not as soon as the stream is open: a proxy that buffers passes on its head, but no beat.
      onHead: onBeat,
      onLost: () => !isOnChain && lead({ state: 'lost' }),
      // The journal was rewound: refetches everything, not only what was undone; the events that follow invalidate some of it again.
      onRewound: (_, head) => {
        tabs.tell({ type: 'rewound', head });
        goBack(head);
      },
    },
  );
  try {
    for await (const event of stream) {
      tabs.tell({ type: 'event', event });
      take(event);
    }
  } catch (cause) {
    if (until.aborted) return;
    if (isSomebody && asFailure(cause)?.status === 401) {
      // The session has expired.
      if (knownAccount() !== null) accountChanged();
      if (!isOnChain) return read(signal, false);
    }
    // Refused for good, for example because the operator has turned events off: the page polls instead.
    if (!isOnChain) lead({ state: 'lost' });
    await new Promise((resolve) => until.addEventListener('abort', resolve));
  }
}

const knownAccount = (): string | null =>
  queries.getQueryData<{ account: string | null }>(['whoami', {}])?.account ?? null;

function take(event: EventsRecord): void {
  hear();
  stand({ head: Math.max(event.sequence, live.head) });
  for (const reader of readers) reader(event);
  const account = knownAccount();
  for (const query of queries.getQueryCache().getAll()) {
    const touch = touches(event, query.queryKey, query.state.data, account);
    if (touch !== null) old[touch].add(query.queryHash);
  }
  if (old.now.size > 0) renewNow();
  if (old.soon.size > 0) renewSoon();
}

/** Hashes of the queries to refetch. */
const old = { now: new Set<string>(), soon: new Set<string>() };

const renewNow = oneAtATime('now', 0);
const renewSoon = oneAtATime('soon', 1000);

/** How long to wait for a refetch: a response that does not arrive must not hold up the others. */
const MOST_WAIT_MS = 3000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns a function that refetches the invalidated queries one batch at a time; cancelling would let none finish in constant trading. */
function oneAtATime(touch: 'now' | 'soon', pauseMs: number): () => void {
  let isUnderWay = false;
  const goOn = async () => {
    while (old[touch].size > 0) {
      const hashes = new Set(old[touch]);
      old[touch].clear();
      const renewed = renew(({ queryHash }) => hashes.has(queryHash));
      await Promise.race([renewed, pause(MOST_WAIT_MS)]);
      await pause(pauseMs);
    }
    isUnderWay = false;
  };
  return () => {
    if (isUnderWay) return;
    isUnderWay = true;
    goOn();
  };
}

const POLL_MS = 5000;
let isPolling = false;

/** Refetches all figures every five seconds while the stream is lost. */
async function pollWhileLost(): Promise<void> {
  if (isPolling) return;
  isPolling = true;
  while (live.state === 'lost') {
    await pause(POLL_MS);
    if (live.state === 'lost') await renew();
  }
  isPolling = false;
}

/** Calls whose answers a new block may change. */
const OF_THE_CHAIN = new Set([
  ...['getQuote', 'quoteLiquidity', 'getBalances', 'getPools', 'getPoolData', 'getLPAccountData'],
  ...['getTransaction', 'getActivity', 'getActivityTotals', 'whoami'],
]);

/** Polls while the page is visible, since a chain sends no events of what others do. */
async function poll(signal: AbortSignal): Promise<void> {
  stand({ state: 'polled' });
  while (!signal.aborted) {
    await pause(POLL_MS);
    if (document.visibilityState !== 'visible') continue;
    await Promise.race([renew(({ queryKey: [name] }) => OF_THE_CHAIN.has(String(name))), pause(MOST_WAIT_MS)]);
    const { error } = queries.getQueryState(['whoami', {}]) ?? {};
    stand({ state: asFailure(error)?.code === 'network' ? 'lost' : 'polled' });
  }
}

/** After signing in or out: everything is refetched, in every tab. */
export function accountChanged(): void {
  tabs.tell({ type: 'account' });
  startAnew();
}

/** `again`: the account, if it was signed in before. Then what is shown stays, and the stream continues with the new session. */
export function afterSignIn(again: string | undefined): void {
  if (again === undefined) accountChanged();
  else {
    restart.abort();
    queries.invalidateQueries({ queryKey: ['getSessions'] });
  }
}

function startAnew(): void {
  known = undefined;
  restart.abort();
  queries.resetQueries();
}

/** The account whose answers are cached; undefined until `whoami` is answered. */
let known: string | null | undefined;

/** Notices that the session ended or became another account's without a sign-in or sign-out on this page. */
queries.getQueryCache().subscribe(({ query }) => {
  const me = query.queryKey[0] === 'whoami' ? (query.state.data as { account: string | null } | undefined) : undefined;
  if (me === undefined || me.account === known) return;
  const isFirst = known === undefined;
  known = me.account;
  noteSignedIn(known !== null);
  if (isFirst) return;
  restart.abort();
  queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'whoami' });
});
