// Describes a key's permissions, and builds the input of createKey from its form.
import type { Calls } from '#client';
import { t } from '../../words/words.ts';

export type OwnKey = Calls['getKeys']['output']['keys'][number];

const SCOPES = ['read', 'trade', 'liquidity', 'send'] as const;
type Values = Readonly<Record<'name' | 'full' | 'dayLimit' | 'addresses' | (typeof SCOPES)[number], string>>;

export const nameOf = ({ name }: Pick<OwnKey, 'name'>): string => name || t('account.keys.unnamed');

export const accessOf = ({ scopes, isPasskey }: Pick<OwnKey, 'scopes' | 'isPasskey'>): string =>
  isPasskey
    ? t('people.passkey')
    : scopes === null
      ? t('account.keys.access.full')
      : scopes.map((scope) => t(`account.scope.short.${scope}`)).join(', ');

/** Null if the key would have no scope. */
export function planKey({ name, full, dayLimit, addresses, ...values }: Values): Calls['createKey']['input'] | null {
  const scopes = SCOPES.filter((scope) => values[scope] === 'yes');
  const networks = addresses.split(/[\s,]+/).filter((text) => text !== '');
  if (full !== 'yes' && scopes.length === 0) return null;
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(full !== 'yes' && { scopes }),
    ...(dayLimit.trim() !== '' && { dayLimit: dayLimit.trim() }),
    ...(networks.length > 0 && { addresses: networks }),
  };
}
