// Asks the user to sign in again: requests that need a recent sign-in wait here, and are sent once the user has.

type ProofRequest = {
  readonly outcome: Promise<boolean>;
  /** `isProved`: the user has signed in again, as the same account. */
  end(isProved: boolean): void;
};

let current: ProofRequest | null = null;
const listeners = new Set<() => void>();

function set(next: ProofRequest | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export const currentProofRequest = (): ProofRequest | null => current;

export function onProofRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Requests that are refused at the same time share one dialog. */
export function proveAgain(): Promise<boolean> {
  if (current === null) {
    let resolve: (isProved: boolean) => void = () => {};
    const outcome = new Promise<boolean>((settle) => {
      resolve = settle;
    });
    const end = (isProved: boolean) => {
      set(null);
      resolve(isProved);
    };
    set({ outcome, end });
  }
  return (current as unknown as ProofRequest).outcome;
}
