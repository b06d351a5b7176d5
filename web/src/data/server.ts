// The one way from the page to the server: the client package, at the page's own origin.
import { QueryClient } from '@tanstack/react-query';
import { type Answer, type CallName, connect, MillpondError } from '#client';

/** The last answer to each call, for who wants to see how a screen was made. */
const answers = new Map<CallName, Answer>();
/** Their answers show what nobody is to see again. */
const SECRETS: ReadonlySet<string> = new Set([
  'createSession',
  'tonProof',
  'createKey',
  'createInvitation',
  'finishSignUp',
  'createWebhook',
  'rotateWebhookSecret',
  'importAccounts',
]);
const listeners = new Set<() => void>();

export const server = connect('', {
  onAnswer(answer) {
    if (!SECRETS.has(answer.call)) answers.set(answer.call, answer);
    for (const listener of listeners) listener();
    // Whoever was signed in is not any more: the session ended, its key was revoked, or another tab signed in as another.
    const isAnother = answer.status === 401 || answer.status === 409;
    if (isAnother && answer.call !== 'createSession') queries.invalidateQueries({ queryKey: ['whoami'] });
  },
});

export const lastAnswer = (call: CallName): Answer | undefined => answers.get(call);

export function onAnswer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let openGate: () => void = () => {};
const gate = new Promise<void>((resolve) => {
  openGate = resolve;
});

export { openGate };

/** Resolves when events are told: what is asked for after that can be kept until an event touches it. */
export const whenFollowing = (): Promise<void> => gate;

/** What an event does not name does not change: nothing is asked for again by time or by focus. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // The client has already tried again whatever may be tried again.
      retry: false,
      // A machine without a network still has its own exchange.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export const asFailure = (error: unknown): MillpondError | null => (error instanceof MillpondError ? error : null);
