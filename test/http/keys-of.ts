// API keys for the accounts of a test.
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Role } from '../../src/ports/records.ts';
import type { Server } from './server.ts';

export async function keysOf(
  { store }: Server,
  roles: Readonly<Record<string, Role>>,
): Promise<Record<string, string>> {
  const made = Object.entries(roles).map(async ([account, role]) => {
    const { key } = await createKey(store, { account: account as Account, role }, 0);
    return [account, key] as const;
  });
  return Object.fromEntries(await Promise.all(made));
}

/** The headers with which each account makes calls. */
export async function headersOf<Name extends string>(server: Server, roles: Readonly<Record<Name, Role>>) {
  const keys = Object.entries(await keysOf(server, roles));
  const headers = keys.map(([account, key]) => [account, { authorization: `Bearer ${key}` }]);
  return Object.fromEntries(headers) as Record<Name, { authorization: string }>;
}
