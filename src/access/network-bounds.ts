// Bounds for the networks around an address: whoever owns a whole IPv6 network must not take what is meant for everybody.
import { createHmac } from 'node:crypto';
import type { SideRecords } from '../ports/side-records.ts';
import { secretOf } from './people/challenges.ts';

export type NetworkBound = {
  /** A keyed hash of the network, so that records do not tell who came from where. */
  readonly id: string;
  readonly most: number;
};

/** How many times the bound of one address or /64 a /56 and a /48 may use: each may be one customer's. */
const SHARES = [1, 2, 4];

/** `networks` is an address and the larger networks around it, smallest first, as are the bounds. */
export async function networkBounds(
  records: SideRecords,
  networks: readonly string[],
  perAddress: number,
): Promise<readonly NetworkBound[]> {
  const secret = await secretOf(records);
  return networks.map((network, at) => ({
    id: createHmac('sha256', secret).update(network).digest('base64url').slice(0, 22),
    most: perAddress * (SHARES[at] ?? 1),
  }));
}
