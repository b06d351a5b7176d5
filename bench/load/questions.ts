// Counts repeated requests: they are recorded while sending, and compared when the load is over.
import { hash } from 'node:crypto';

const G = 'G'.charCodeAt(0);

/** Digests of all earlier requests, by the server's address. */
const askedBefore = new Map<string, Set<string>>();

export class Questions {
  readonly #before: Set<string>;
  readonly #sent: string[] = [];

  constructor(url: string) {
    this.#before = askedBefore.get(url) ?? new Set();
    askedBefore.set(url, this.#before);
  }

  /** Records a GET. Other requests are not counted: a command that is sent again is another command. */
  note(bytes: Buffer): Buffer {
    if (bytes[0] === G) this.#sent.push(bytes.toString('latin1'));
    return bytes;
  }

  repeated(): { readonly repeatedShare?: number } {
    const sent = this.#sent.length;
    if (sent === 0) return {};
    const known = this.#before.size;
    for (const text of this.#sent) this.#before.add(hash('sha1', text, 'base64'));
    return { repeatedShare: (sent - (this.#before.size - known)) / sent };
  }
}
