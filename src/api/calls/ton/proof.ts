// GET /tonProofPayload and POST /tonProof
import * as declared from '../../../contract/ton.ts';
import { questionOf, sessionChangeOf } from '../../call.ts';
import { nameIn } from '../../door/host.ts';
import type { PartyOptions } from '../../door/relying-party.ts';
import { ApiError } from '../../errors.ts';
import { walletsOf } from './wallets.ts';

export const tonProofPayload = questionOf(declared.tonProofPayload, async ({ venue }) => ({
  payload: await walletsOf(venue).signIns.payload(),
}));

export const tonProof = sessionChangeOf(declared.tonProof, async ({ venue, keys, about, input }, { host }) => {
  const own = domainsOf(host, about);
  const proved = await walletsOf(venue).signIns.check(input, own);
  if ('refusal' in proved) throw new ApiError('proof_refused', proved.refusal);
  const { account, use } = proved;
  const made = await keys.createFor(use, { account, role: 'trader', name: 'TON wallet' });
  if (made === 'used') throw new ApiError('proof_refused', 'This proof was used before. Connect the wallet again.');
  if (!made) throw new ApiError('too_many_keys', 'The account has as many keys as allowed. Revoke one with revokeKey.');
  return { data: { account, role: 'trader' as const, key: made.key }, about: { account, keyId: made.id } };
});

/** Any host could be named in a request: where nobody said which are ours, a proof for another site would be taken. */
function domainsOf(host: string, { publicUrl, allowedHosts }: PartyOptions): readonly string[] {
  if (publicUrl !== null) return [new URL(publicUrl).host];
  if (allowedHosts?.has(nameIn(host))) return [host, nameIn(host)];
  throw new ApiError('proof_refused', 'Wallets can sign in once the operator has set PUBLIC_URL or ALLOWED_HOSTS.');
}
