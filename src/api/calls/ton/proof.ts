// GET /tonProofPayload and POST /tonProof
import { type Keys, type KeyView, WALLET_KEY } from '../../../access/keys.ts';
import { MAX_PAGE } from '../../../contract/fields.ts';
import * as declared from '../../../contract/ton.ts';
import type { Account } from '../../../core/amount.ts';
import { questionOf, sessionChangeOf } from '../../call.ts';
import { nameIn } from '../../door/host.ts';
import type { PartyOptions } from '../../door/relying-party.ts';
import { ApiError } from '../../errors.ts';
import { walletsOf } from './wallets.ts';

export const tonProofPayload = questionOf(declared.tonProofPayload, async ({ venue }) => ({
  payload: await walletsOf(venue).signIns.payload(),
}));

export const tonProof = sessionChangeOf(declared.tonProof, async (context, { host, refusalOfOther }) => {
  const { venue, keys, people, about, charge, input } = context;
  // First of all: on the ledger no setting would let a wallet sign in.
  const { signIns } = walletsOf(venue);
  const proved = await signIns.check(input, domainsOf(host, about));
  if ('refusal' in proved) throw new ApiError('proof_refused', proved.refusal);
  const { account, use } = proved;
  const refusal = refusalOfOther({ account });
  if (refusal) throw refusal;
  await people.signUps.admitWallet(account, charge.networks);
  const create = () => keys.createFor(use, { account, role: 'trader', name: WALLET_KEY });
  const made = (await create()) ?? ((await revokeOldest(keys, account)) ? await create() : undefined);
  if (made === 'used') throw new ApiError('proof_refused', 'This proof was used before. Connect the wallet again.');
  if (!made)
    throw new ApiError('too_many', 'The account has as many keys as allowed. Revoke one with revokeKey.', 'keys');
  return { data: { account, role: 'trader' as const, key: made.key }, about: { account, keyId: made.id } };
});

/** Most pages of keys that are searched, in no particular order, so that an account that signs in endlessly causes little work. */
const MOST_PAGES = 10;

/** Revokes the oldest key made by signing in; without that, an account that never signs out would reach its limit of keys. */
async function revokeOldest(keys: Keys, account: Account): Promise<boolean> {
  let oldest: KeyView | undefined;
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await keys.list({ account, limit: MAX_PAGE, ...(cursor !== undefined && { cursor }) });
    for (const key of page.items)
      if (key.name === WALLET_KEY && key.revokedAtMs === null && !(oldest && oldest.createdAtMs <= key.createdAtMs))
        oldest = key;
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  return oldest !== undefined && (await keys.revoke(oldest.id)) !== undefined;
}

/** The domains that a proof may name. Hosts must be configured: a client can send any Host, so a proof for another site would pass. */
function domainsOf(host: string, { publicUrl, allowedHosts }: PartyOptions): readonly string[] {
  if (publicUrl !== null) return [new URL(publicUrl).host];
  if (allowedHosts?.has(nameIn(host))) return [host, nameIn(host)];
  throw new ApiError('proof_refused', 'Wallets can sign in once the operator has set PUBLIC_URL or ALLOWED_HOSTS.');
}
