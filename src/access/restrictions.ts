// What a restricted key may do.
import type { KeyRestrictions, Scope } from '../ports/records.ts';

/** All that a scope can be asked of; `all` is no restriction but that of addresses. */
export function mayDo(
  { scopes, dayLimit, addresses }: KeyRestrictions,
  needed: Scope | 'all' | 'unrestricted',
): boolean {
  if (needed === 'unrestricted') return (scopes ?? dayLimit ?? addresses) === undefined;
  if (needed === 'all') return (scopes ?? dayLimit) === undefined;
  return scopes === undefined || scopes.includes(needed);
}
