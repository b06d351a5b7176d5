// GET /getKeys, POST /createKey and POST /revokeKey

import { type KeyView, keyIdIn } from '../../../access/keys.ts';
import * as declared from '../../../contract/keys.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { readHolder, readKnownAccount, readPage } from '../../fields/read-fields.ts';

export const getKeys = questionOf(declared.getKeys, async ({ keys, input }) => {
  const account = input.account === undefined ? {} : { account: readKnownAccount(input.account, 'account') };
  const { items, nextCursor } = await keys.list({ ...account, ...readPage(input) });
  return { keys: items.map(keyRecord), nextCursor };
});

export const createKey = questionOf(declared.createKey, async ({ venue, keys, input }) => {
  const account = await readHolder(venue, input.account, 'account');
  const { key, ...made } = await keys.create({ account, role: input.role });
  return { ...keyRecord(made), key };
});

export const revokeKey = questionOf(declared.revokeKey, async ({ keys, input }) => {
  const revoked = await keys.revoke(keyIdIn(input.id));
  if (!revoked) throw new ApiError('unknown_key', 'There is no key with this id; getKeys lists them.');
  return keyRecord(revoked);
});

const keyRecord = ({ id, account, role, createdAtMs, revokedAtMs }: KeyView) => ({
  id,
  account,
  role,
  createdAt: new Date(createdAtMs).toISOString(),
  revokedAt: revokedAtMs === null ? null : new Date(revokedAtMs).toISOString(),
});
