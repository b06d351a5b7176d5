// millpond key create|list|revoke

import { createKey, keyIdIn, withoutSecrets } from '../../access/keys.ts';
import { faultIn } from '../../access/names.ts';
import { accountName } from '../../address.ts';
import type { Account } from '../../core/amount.ts';
import type { Store } from '../../ports/store.ts';
import { BadUsage, type Flags, type OpenStore } from '../command.ts';
import type { Settings } from '../settings.ts';

export async function runKey(
  [action, id, ...more]: readonly string[],
  settings: Settings,
  flags: Flags,
  openStore: OpenStore,
): Promise<number> {
  const actions: Record<string, () => Task> = {
    create: () => create(flags),
    list: () => list,
    revoke: () => revoke(id),
  };
  const work = Object.hasOwn(actions, action ?? '') ? actions[action as string] : undefined;
  if (!work || more.length > 0 || (id !== undefined && action !== 'revoke'))
    throw new BadUsage('usage: millpond key create --account NAME --role trader|operator, key list, key revoke ID');
  const task = work();
  const store = await openStore(settings, { mustExist: true });
  try {
    return await task(store);
  } finally {
    await store.close();
  }
}

type Task = (store: Store) => Promise<number>;

function create({ account, role }: Flags): Task {
  const name = account === undefined ? null : accountName(account);
  if (name === null) throw new BadUsage('--account must be 1 to 128 printable characters without spaces');
  if (role !== 'trader' && role !== 'operator') throw new BadUsage('--role must be trader or operator');
  const fault = faultIn(name);
  return async (store) => {
    if (fault !== undefined && !(await isKnown(store, name))) throw new BadUsage(`--account ${fault}`);
    const { id, key } = await createKey(store, { account: name, role }, Date.now());
    console.error(`Key ${id} for ${role} ${name}. It is shown only once; send it as Authorization: Bearer <key>.`);
    console.log(key);
    return 0;
  };
}

/** True if the account has a balance or ever had a key: then it may get a key even if a new account could not have its name. */
async function isKnown(store: Store, account: Account): Promise<boolean> {
  if ((await store.balances({ account, after: '', limit: 1 })).length > 0) return true;
  return (await store.keys()).some((key) => key.account === account);
}

const list: Task = async (store) => {
  console.log(`${'id'.padEnd(16)}  ${'role'.padEnd(8)}  ${'created'.padEnd(24)}  ${'revoked'.padEnd(24)}  account`);
  for (const { id, role, account, createdAtMs, revokedAtMs } of await store.keys()) {
    const revoked = revokedAtMs === null ? '-' : new Date(revokedAtMs).toISOString();
    console.log(`${id}  ${role.padEnd(8)}  ${new Date(createdAtMs).toISOString()}  ${revoked.padEnd(24)}  ${account}`);
  }
  return 0;
};

function revoke(given: string | undefined): Task {
  if (given === undefined) throw new BadUsage('usage: millpond key revoke ID');
  const id = keyIdIn(given);
  return async (store) => {
    const revoked = await store.revokeKey(id, Date.now());
    if (revoked) console.log(`Key ${id} is revoked.`);
    else console.error(`millpond: there is no active key ${withoutSecrets(id)}`);
    return revoked ? 0 : 1;
  };
}
