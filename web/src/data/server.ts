// The one way from the page to the server: the client package, at the page's own origin.
import { QueryClient } from '@tanstack/react-query';
import { type Answer, type CallName, connect, MillpondError } from '#client';
import { proveAgain } from './proof-request.ts';

/** The last answer of each call, for the panel that shows how a screen was made. */
const answers = new Map<CallName, Answer>();
/** Calls whose answers contain secrets, which must not be shown again. */
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
  onProofNeeded: proveAgain,
  onAnswer(answer) {
    if (!SECRETS.has(answer.call)) answers.set(answer.call, answer);
    for (const listener of listeners) listener();
    // The page's account is outdated: the session ended, its key was revoked, or another tab signed in as somebody else.
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

/** Resolves once the event stream is followed: answers requested after that can be cached until an event invalidates them. */
export const whenFollowing = (): Promise<void> => gate;

/** Answers are invalidated by events only, never by age or window focus. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // The client has already retried what can be retried.
      retry: false,
      // An offline machine can still reach an exchange on localhost.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export const asFailure = (error: unknown): MillpondError | null => (error instanceof MillpondError ? error : null);
