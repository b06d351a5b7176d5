// For which host passkeys are made: that of PUBLIC_URL or, without one, a name that this server is known by.
import { isIP } from 'node:net';
import { AccessRefused } from '../../access/people/refusal.ts';
import { LOOPBACK_NAMES, nameIn } from './host.ts';

export type PartyOptions = {
  /** Where people open the page, as `https://pond.example`; null where it was not said. */
  readonly publicUrl: string | null;
  readonly allowedHosts: ReadonlySet<string> | null;
};

/** The host name, the origins of the pages that may use them, and where to open the page. */
export type Party = { readonly id: string; readonly origins: readonly string[]; readonly url: string };

/** Undefined where no passkey can be made: whoever may name any host could collect passkeys for another's. */
export function partyOf(host: string, { publicUrl, allowedHosts }: PartyOptions): Party | undefined {
  if (publicUrl !== null) return { id: new URL(publicUrl).hostname, origins: [publicUrl], url: publicUrl };
  const name = nameIn(host);
  // Browsers make passkeys for names alone, and take this one for safe without https.
  if (LOOPBACK_NAMES.includes(name)) {
    const url = `http://localhost${host.slice(host.lastIndexOf(']') + 1).replace(/^[^:]*/, '')}`;
    return { id: 'localhost', origins: [url, url.replace('http', 'https')], url };
  }
  if (!allowedHosts?.has(name) || isIP(name) !== 0 || name.startsWith('[')) return undefined;
  return { id: name, origins: [`https://${host}`], url: `https://${host}` };
}

export function needParty(host: string, options: PartyOptions): Party {
  const party = partyOf(host, options);
  if (party) return party;
  const message =
    'Passkeys cannot be used at this address. Use a key; the operator makes passkeys possible with PUBLIC_URL.';
  throw new AccessRefused('passkeys_unavailable', message);
}
