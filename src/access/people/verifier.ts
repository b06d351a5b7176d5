// Verifies answers of authenticators on a thread that is started on first use, since the library takes half a second to load.
import { Overloaded } from '../../ports/venue.ts';
import { CalledThread } from '../../thread/called-thread.ts';
import { withoutCertificates } from './attestation.ts';
import type { Asserted, AssertionAsked, Registered, RegistrationAsked } from './thread.ts';

export type { AssertionAsked, RegistrationAsked } from './thread.ts';

/** Ample: the library loads in half a second and verifies within milliseconds. */
const PATIENCE_MS = 15_000;
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

export class Verifier {
  #thread: CalledThread<never> | undefined;
  #isClosed = false;

  register(asked: RegistrationAsked): Promise<Registered> {
    const kept = withoutCertificates(asked.attestationObject);
    if ('refused' in kept) return Promise.resolve(kept);
    return this.#call('register', { ...asked, ...kept }) as Promise<Registered>;
  }

  assert(asked: AssertionAsked): Promise<Asserted> {
    return this.#call('assert', asked) as Promise<Asserted>;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.close();
  }

  #call(method: string, asked: object): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error('it is closed'));
    this.#thread ??= new CalledThread({
      caller: import.meta.url,
      data: {},
      limits: LIMITS,
      onNotice: () => {},
      patienceMs: PATIENCE_MS,
      lost: () => new Overloaded('passkeys cannot be verified right now'),
    });
    return this.#thread.call('passkeys', method, asked);
  }
}
