// GET /getKeys, POST /createKey and POST /revokeKey
import * as declared from '../../contract/keys.ts';
import type { KeyView } from '../../exchange/keys.ts';
import { questionOf } from '../call.ts';
import { ApiError } from '../errors.ts';
import { readAccount, readKnownAccount, readPage } from '../read-fields.ts';

export const getKeys = questionOf(declared.getKeys, async ({ keys, input }) => {
  const account = input.account === undefined ? {} : { account: readKnownAccount(input.account, 'account') };
  const { items, nextCursor } = await keys.list({ ...account, ...readPage(input) });
  return { keys: items.map(keyRecord), nextCursor };
});

export const createKey = questionOf(declared.createKey, async ({ keys, input }) => {
  const { key, ...made } = await keys.create({ account: readAccount(input.account, 'account'), role: input.role });
  return { ...keyRecord(made), key };
});

export const revokeKey = questionOf(declared.revokeKey, async ({ keys, input }) => {
  const revoked = await keys.revoke(input.id);
  if (!revoked) throw new ApiError('unknown_key', `There is no key with the id ${JSON.stringify(input.id)}.`);
  return keyRecord(revoked);
});

const keyRecord = ({ id, account, role, createdAtMs, revokedAtMs }: KeyView) => ({
  id,
  account,
  role,
  createdAt: new Date(createdAtMs).toISOString(),
  revokedAt: revokedAtMs === null ? null : new Date(revokedAtMs).toISOString(),
});
