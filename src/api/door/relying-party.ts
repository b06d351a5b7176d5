// For which pages passkeys are made: those of PUBLIC_URL or, without it, of a name and the port that this server is known by.
// Of what a request says, only a name that is ours counts: a port in its Host header may be that of another program's page.
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

/** The Host header of a request, and the port of this server at which it arrived. */
export type Asked = { readonly host: string; readonly port: number | undefined };

/** Undefined if no passkey can be made: anyone could name any host, and collect passkeys for another's. */
export function partyOf({ host, port }: Asked, { publicUrl, allowedHosts }: PartyOptions): Party | undefined {
  if (publicUrl !== null) return { id: new URL(publicUrl).hostname, origins: [publicUrl], url: publicUrl };
  const name = nameIn(host);
  // Browsers make passkeys for names alone, and take this one for safe without https.
  if (LOOPBACK_NAMES.includes(name)) {
    const { origin: url } = new URL(`http://localhost:${port ?? 80}`);
    return { id: 'localhost', origins: [url], url };
  }
  if (!allowedHosts?.has(name) || isIP(name) !== 0 || name.startsWith('[')) return undefined;
  return { id: name, origins: [`https://${name}`], url: `https://${name}` };
}

export function needParty(asked: Asked, options: PartyOptions): Party {
  const party = partyOf(asked, options);
  if (party) return party;
  const message =
    'Passkeys cannot be used at this address. Use a key; the operator makes passkeys possible with PUBLIC_URL.';
  throw new AccessRefused('passkeys_unavailable', message);
}
