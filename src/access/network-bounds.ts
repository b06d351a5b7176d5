// Limits per address and per larger IPv6 network: the owner of a network could otherwise use a new address for every request.
import { createHmac } from 'node:crypto';
import type { SideRecords } from '../ports/side-records.ts';
import { secretOf } from './people/challenges.ts';

export type NetworkBound = {
  /** A keyed hash of the network, so that records do not reveal addresses. */
  readonly id: string;
  readonly most: number;
};

/** Limits of an address or /64, of a /56 and of a /48, as multiples of one address's limit: each may belong to one customer. */
const SHARES = [1, 2, 4];

/** `networks` is an address and the larger networks that contain it, smallest first; the bounds are in the same order. */
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
