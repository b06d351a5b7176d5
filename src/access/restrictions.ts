// Whether a restricted key may do something.
import type { KeyRestrictions, Scope } from '../ports/records.ts';

/** `all` needs a key that has neither scopes nor a daily limit; `unrestricted` also needs one that is not bound to addresses. */
export function mayDo(
  { scopes, dayLimit, addresses }: KeyRestrictions,
  needed: Scope | 'all' | 'unrestricted',
): boolean {
  if (needed === 'unrestricted') return (scopes ?? dayLimit ?? addresses) === undefined;
  if (needed === 'all') return (scopes ?? dayLimit) === undefined;
  return scopes === undefined || scopes.includes(needed);
}
