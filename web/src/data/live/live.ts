// The journal as it grows: how far it is, whether the page is told so, and which answers are asked for again because of it.
import { useSyncExternalStore } from 'react';
import type { EventsRecord } from '#client';
import { isOnChain } from '../chain.ts';
import { LOOK_MS } from '../press/press.ts';
import { renew } from '../renew.ts';
import { asFailure, openGate, queries, server } from '../server.ts';
import { joinTabs, type Told } from './shared.ts';
import { touches } from './touches.ts';

type Live = {
  /** The last number of the journal that is known here. */
  readonly head: number;
  readonly state: 'connecting' | 'live' | 'lost' | 'polled';
};

let live: Live = { head: 0, state: 'connecting' };
const listeners = new Set<() => void>();
const readers = new Set<(event: EventsRecord) => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Renders again with every event; `useLiveState` and `headNow` do not. */
export const useLive = (): Live => useSyncExternalStore(subscribe, () => live);

export const useLiveState = (): Live['state'] => useSyncExternalStore(subscribe, () => live.state);

export const headNow = (): number => live.head;

/** Each event as it comes, on this tab. */
export function onEvent(reader: (event: EventsRecord) => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** Until the end of a change is told, or after a while in which it may have been missed. */
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
  // What happened between the last question and the stream may be told by neither.
  if (wasLost && live.state === 'live') renew();
  if (live.state !== 'connecting') openGate();
  if (live.state === 'lost' && !isOnChain) pollWhileLost();
  for (const listener of listeners) listener();
}

const tabs = joinTabs(hear);

/** What another tab says. */
function hear(told: Told): void {
  if (told.type === 'hello') tellStanding();
  else if (told.type === 'standing') stand({ head: Math.max(told.head, live.head), state: told.state });
  else if (told.type === 'event') take(told.event);
  else if (told.type === 'rewound') goBack(told.head);
  else startAnew();
}

let isLeading = false;
const tellStanding = () => isLeading && tabs.tell({ type: 'standing', ...live });

function lead(next: Partial<Live>): void {
  stand(next);
  tellStanding();
}

function goBack(head: number): void {
  stand({ head });
  renew();
}

/** Follows the journal until the page is left, in this tab or by another one. */
export async function follow(signal: AbortSignal): Promise<void> {
  const leading = tabs.lead(async () => {
    isLeading = true;
    while (!signal.aborted) await read(signal);
  }, signal);
  // Own orders are told; what others do on a chain is not.
  if (isOnChain) return poll(signal);
  tabs.tell({ type: 'hello' });
  // What cannot be followed is still shown.
  setTimeout(() => live.state === 'connecting' && stand({ state: 'lost' }), 5000);
  await leading;
}

let restart = new AbortController();

/** One stream, until somebody else is signed in; who is nobody is told what everybody is. */
async function read(signal: AbortSignal, isSomebody = true): Promise<void> {
  restart = new AbortController();
  const until = AbortSignal.any([signal, restart.signal]);
  const stream = server.events(
    { ...(isSomebody && { own: 'true' }), ...(live.head > 0 && { after: String(live.head) }) },
    {
      signal: until,
      onOpen: () => !isOnChain && lead({ state: 'live' }),
      onHead: (head) => head > live.head && lead({ head }),
      onLost: () => !isOnChain && lead({ state: 'lost' }),
      // Everything is asked for again, whatever of it is undone; what is told anew makes some of it old once more.
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
      // The session has ended by itself.
      if (knownAccount() !== null) accountChanged();
      if (!isOnChain) return read(signal, false);
    }
    // Refused for good, such as where the operator has turned it off: the page goes on by asking.
    if (!isOnChain) lead({ state: 'lost' });
    await new Promise((resolve) => until.addEventListener('abort', resolve));
  }
}

const knownAccount = (): string | null =>
  queries.getQueryData<{ account: string | null }>(['whoami', {}])?.account ?? null;

function take(event: EventsRecord): void {
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

/** Questions whose answers are old. */
const old = { now: new Set<string>(), soon: new Set<string>() };

const renewNow = oneAtATime('now', 0);
const renewSoon = oneAtATime('soon', 1000);

/** One answer that does not come must not keep the others. */
const MOST_WAIT_MS = 3000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again, and once more for what became old meanwhile, but never in the middle of an answer: it would never come. */
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

/** Without the stream figures are asked for every five seconds. */
async function pollWhileLost(): Promise<void> {
  if (isPolling) return;
  isPolling = true;
  while (live.state === 'lost') {
    await pause(POLL_MS);
    if (live.state === 'lost') await renew();
  }
  isPolling = false;
}

/** What another block may have changed. */
const OF_THE_CHAIN = new Set([
  ...['getQuote', 'quoteLiquidity', 'getBalances', 'getPools', 'getPoolData', 'getLPAccountData'],
  ...['getTransaction', 'getActivity', 'getActivityTotals', 'whoami'],
]);

/** What others do a chain tells nobody: while somebody looks, it is asked. */
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

/** Somebody signed in or out here: everything is asked for again, in every tab. */
export function accountChanged(): void {
  tabs.tell({ type: 'account' });
  startAnew();
}

function startAnew(): void {
  known = undefined;
  restart.abort();
  queries.resetQueries();
}

/** Whose answers are held; undefined until it is told. */
let known: string | null | undefined;

/** An account that ended, or became another's, where nobody signed in or out on this page. */
queries.getQueryCache().subscribe(({ query }) => {
  const me = query.queryKey[0] === 'whoami' ? (query.state.data as { account: string | null } | undefined) : undefined;
  if (me === undefined || me.account === known) return;
  const isFirst = known === undefined;
  known = me.account;
  if (isFirst) return;
  restart.abort();
  queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'whoami' });
});
