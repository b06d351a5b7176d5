// Limits for the networks around an address: the owner of a whole IPv6 network must not use up what is meant for everyone.
import { createHmac } from 'node:crypto';
import type { SideRecords } from '../ports/side-records.ts';
import { secretOf } from './people/challenges.ts';

export type NetworkBound = {
  /** A keyed hash of the network, so that records do not reveal addresses. */
  readonly id: string;
  readonly most: number;
};

/** Multiples of the limit of one address or /64 that a /56 and a /48 may use, since each may be one customer's. */
const SHARES = [1, 2, 4];

/** `networks` is an address and the larger networks around it, smallest first; the bounds are in the same order. */
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
