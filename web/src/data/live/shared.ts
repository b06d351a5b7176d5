// One event stream for all tabs of a browser: one tab reads it and tells the others; when that tab is closed, another takes over.
import type { EventsRecord } from '#client';

export type TabMessage =
  | { readonly type: 'hello' }
  | { readonly type: 'event'; readonly event: EventsRecord }
  | { readonly type: 'standing'; readonly head: number; readonly state: 'connecting' | 'live' | 'lost' | 'polled' }
  | { readonly type: 'rewound'; readonly head: number }
  /** The session has begun or ended: all tabs share its cookie. */
  | { readonly type: 'account' };

type Tabs = {
  tell(message: TabMessage): void;
  /** Runs `run` in one tab at a time, until `signal` ends it. */
  lead(run: () => Promise<void>, signal: AbortSignal): Promise<void>;
};

/** Browsers offer locks in secure contexts only; without them every tab reads its own stream. */
export function joinTabs(onMessage: (message: TabMessage) => void): Tabs {
  const channel = openChannel();
  if (channel === null) return { tell() {}, lead: (run) => run() };
  channel.onmessage = ({ data }) => onMessage(data as TabMessage);
  if (!('locks' in navigator)) {
    return { tell: (message) => message.type === 'account' && channel.postMessage(message), lead: (run) => run() };
  }
  return {
    tell: (message) => channel.postMessage(message),
    lead: (run, signal) =>
      navigator.locks.request('millpond events', { signal }, run).catch((error) => {
        // A browser that blocks cookies refuses locks too.
        if (error?.name !== 'SecurityError') throw error;
        return run();
      }),
  };
}

/** Null if the browser has no BroadcastChannel or refuses it along with storage. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('millpond');
  } catch {
    return null;
  }
}
