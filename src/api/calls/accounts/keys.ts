// API keys and their recent requests

import { type Caller, type Keys, type KeyView, keyIdIn, MOST_KEYS } from '../../../access/keys.ts';
import type { RequestEntry } from '../../../access/usage.ts';
import type { InputOf } from '../../../contract/call.ts';
import type { DecimalInput } from '../../../contract/fields.ts';
import * as declared from '../../../contract/keys.ts';
import type { Account } from '../../../core/amount.ts';
import { printDecimal } from '../../../core/maths/decimal.ts';
import { networkIn } from '../../../networks.ts';
import type { Market } from '../../../ports/market.ts';
import type { KeyRestrictions } from '../../../ports/records.ts';
import type { Venue } from '../../../ports/venue.ts';
import { questionOf, type Services } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { readAmount, readHolder, readOwner, readPage, readVisible } from '../../fields/read-fields.ts';

export const getKeys = questionOf(declared.getKeys, async ({ keys, usage, cancelAfter, input, caller }) => {
  const isAll = input.account === undefined && caller.role === 'operator';
  const account = isAll ? {} : { account: readOwner(input, caller) };
  const { items, nextCursor } = await keys.list({ ...account, ...readPage(input) });
  return { keys: await Promise.all(items.map((key) => usedKeyRecord({ usage, cancelAfter }, key))), nextCursor };
});

export const createKey = questionOf(declared.createKey, async ({ venue, market, keys, input, caller }) => {
  const { role = 'trader', name = '' } = input;
  const account = await readKeyOwner(venue, input.account, caller);
  if (role === 'operator' && caller.role !== 'operator')
    throw new ApiError('forbidden', 'Only operators make keys of operators.');
  const made = await keys.create({
    account,
    role,
    name: readName(name),
    restrictions: await readRestrictions(market, input),
  });
  if (!made) {
    const message = `The account ${account} has ${MOST_KEYS} active keys, and may have no more; revoke one first.`;
    throw new ApiError('too_many', message, 'keys');
  }
  const { key, ...record } = made;
  return { ...keyRecord(record), key };
});

export const revokeKey = questionOf(declared.revokeKey, async ({ keys, usage, cancelAfter, input, caller }) => {
  const { id, role } = await ownKey(keys, input.id, caller);
  if (role === 'operator' && caller.role !== 'operator')
    throw new ApiError('forbidden', "Only operators revoke keys of operators; yours is a trader's.");
  return usedKeyRecord({ usage, cancelAfter }, (await keys.revoke(id)) as KeyView);
});

export const getRequests = questionOf(declared.getRequests, async ({ keys, usage, input, caller }) => {
  const { key: given = caller.keyId, status } = input;
  // In local mode, the caller's key id is `local`, which is not a stored key.
  const isOwn = given === caller.keyId || (given === 'local' && caller.role === 'operator');
  const id = isOwn ? given : (await ownKey(keys, given, caller)).id;
  const matchesStatus = (failed: boolean) => status === undefined || failed === (status === 'failed');
  const requests = (await usage.requests(id)).filter((one) => matchesStatus(one.status >= 400));
  return { key: id, requests: requests.map(requestRecord) };
});

const requestRecord = ({ atMs, method, call, status, ms, code, message, requestId, address }: RequestEntry) => ({
  at: new Date(atMs).toISOString(),
  method,
  call,
  status,
  tookMs: ms,
  code,
  error: message,
  requestId,
  address,
});

/** Finds a key of the caller; operators find any. A key of another account is reported as missing. */
export async function ownKey(keys: Keys, given: string, { account, role }: Caller): Promise<KeyView> {
  const found = await keys.find(keyIdIn(given));
  if (found && (role === 'operator' || found.account === account)) return found;
  throw new ApiError('not_found', 'There is no key with this id; getKeys lists them.', 'key');
}

async function readKeyOwner(venue: Venue, text: string | undefined, caller: Caller): Promise<Account> {
  if (text === undefined || caller.role !== 'operator') return readOwner({ account: text as string }, caller);
  return readHolder(venue, text, 'account');
}

function readName(text: string): string {
  const name = readVisible(text, 'name').trim();
  return name;
}

type Input = InputOf<typeof declared.createKey>;

/** Null for a key without restrictions, so that requests can skip the checks. */
async function readRestrictions(
  market: Market,
  { scopes, dayLimit, addresses }: Input,
): Promise<KeyRestrictions | null> {
  const restrictions = {
    ...(dayLimit !== undefined && { dayLimit: await readDayLimit(market, dayLimit) }),
    ...(scopes && { scopes }),
    ...(addresses && { addresses: addresses.map(readNetwork) }),
  };
  return Object.keys(restrictions).length === 0 ? null : restrictions;
}

async function readDayLimit(market: Market, limit: DecimalInput): Promise<string> {
  const { quoteToken } = await market.overview({ list: 'named', tokens: [] });
  if (quoteToken) return printDecimal(readAmount(limit, quoteToken, 'dayLimit'), quoteToken.decimals);
  throw new ApiError('price_unknown', 'dayLimit needs a quote token, and this exchange has none yet.');
}

function readNetwork(text: string, index: number): string {
  const network = networkIn(text);
  if (network !== undefined) return network;
  const message = `addresses.${index} must be an IP address, such as 203.0.113.7, or a network, such as 10.0.0.0/8.`;
  throw new ApiError('invalid_request', message);
}

async function usedKeyRecord({ usage, cancelAfter }: Pick<Services, 'usage' | 'cancelAfter'>, key: KeyView) {
  const [lastUsedMs, cancelsAtMs] = await Promise.all([usage.lastUsed(key.id), cancelAfter.cancelsAtMs(key.id)]);
  return keyRecord(key, lastUsedMs, cancelsAtMs);
}

const keyRecord = (
  { id, account, role, name, isPasskey, restrictions, createdAtMs, revokedAtMs }: KeyView,
  lastUsedMs?: number,
  cancelsAtMs?: number,
) => ({
  id,
  account,
  role,
  name,
  isPasskey,
  scopes: restrictions?.scopes ? [...restrictions.scopes] : null,
  dayLimit: restrictions?.dayLimit ?? null,
  addresses: restrictions?.addresses ? [...restrictions.addresses] : null,
  cancelsAt: cancelsAtMs === undefined ? null : new Date(cancelsAtMs).toISOString(),
  createdAt: new Date(createdAtMs).toISOString(),
  lastUsedAt: lastUsedMs === undefined ? null : new Date(lastUsedMs).toISOString(),
  revokedAt: revokedAtMs === null ? null : new Date(revokedAtMs).toISOString(),
});
