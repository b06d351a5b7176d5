// Verifies what authenticators answer, on a thread that is started when the first one does: the library takes half a second to load.
import { CalledThread } from '../../thread/called-thread.ts';
import type { Asserted, AssertionAsked, Registered, RegistrationAsked } from './thread.ts';

export type { AssertionAsked, RegistrationAsked } from './thread.ts';

/** Enough for the library, and bounded. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

export class Verifier {
  #thread: CalledThread<never> | undefined;
  #isClosed = false;

  register(asked: RegistrationAsked): Promise<Registered> {
    return this.#call('register', asked) as Promise<Registered>;
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
      lost: () => new Error('passkeys cannot be verified right now'),
    });
    return this.#thread.call('passkeys', method, asked);
  }
}
