// Draws what an audit looks at where it does not look at everything: from a seed of the auditor's own, which nobody knew who wrote the data.
import { hash, randomBytes } from 'node:crypto';

export class Samples {
  readonly seed: string;

  /** The same seed draws the same samples. */
  constructor(seed = randomBytes(8).toString('hex')) {
    this.seed = seed;
  }

  /** True for one in `oneIn`, at random. */
  has(name: string, oneIn: number): boolean {
    return hash('sha256', `${this.seed}\n${name}`, 'buffer').readUInt32BE() < 2 ** 32 / oneIn;
  }
}
