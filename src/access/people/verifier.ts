// Verifies answers of authenticators on a thread that is started on first use, since the library takes half a second to load.
import { Overloaded } from '../../ports/venue.ts';
import { CalledThread } from '../../thread/called-thread.ts';
import { acceptedAttestation } from './attestation.ts';
import type { Asserted, AssertionToVerify, Registered, RegistrationToVerify } from './thread.ts';

export type { AssertionToVerify, RegistrationToVerify } from './thread.ts';

/** Timeout of a verification. Ample: the library loads in half a second and verifies within milliseconds. */
const PATIENCE_MS = 15_000;
/** Limit of passkeys that wait to be verified: bounds the memory that a flood of them takes, and is less than a second of work. */
export const MOST_WAITING = 256;
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

export class Verifier {
  #thread: CalledThread<never> | undefined;
  #isClosed = false;
  #waiting = 0;

  register(asked: RegistrationToVerify): Promise<Registered> {
    const kept = acceptedAttestation(asked.attestationObject);
    if ('refused' in kept) return Promise.resolve(kept);
    return this.#call('register', { ...asked, ...kept }) as Promise<Registered>;
  }

  assert(asked: AssertionToVerify): Promise<Asserted> {
    return this.#call('assert', asked) as Promise<Asserted>;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.close();
  }

  async #call(method: string, asked: object): Promise<unknown> {
    if (this.#isClosed) throw new Error('it is closed');
    if (this.#waiting >= MOST_WAITING) throw new Overloaded('too many passkeys wait to be verified');
    this.#thread ??= new CalledThread({
      caller: import.meta.url,
      data: {},
      limits: LIMITS,
      onNotice: () => {},
      patienceMs: PATIENCE_MS,
      lost: () => new Overloaded('passkeys cannot be verified right now'),
    });
    this.#waiting += 1;
    try {
      return await this.#thread.call('passkeys', method, asked);
    } finally {
      this.#waiting -= 1;
    }
  }
}
