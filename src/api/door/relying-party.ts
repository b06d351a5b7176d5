// Finds the page for which passkeys are made: PUBLIC_URL or, without it, localhost at this server's port or an allowed host over https.
// The port in the Host header is ignored: another program's page may be served there.
import { isIP } from 'node:net';
import { AccessRefused } from '../../access/people/refusal.ts';
import { LOOPBACK_NAMES, nameIn } from './host.ts';

export type PartyOptions = {
  /** The URL at which people open the page, such as `https://pond.example`; null if not configured. */
  readonly publicUrl: string | null;
  readonly allowedHosts: ReadonlySet<string> | null;
};

/** The relying party of WebAuthn: its host name, the allowed origins, and the URL of the page. */
export type RelyingParty = { readonly id: string; readonly origins: readonly string[]; readonly url: string };

/** The Host header of a request, and the port of this server at which it arrived. */
export type RequestedHost = { readonly host: string; readonly port: number | undefined };

/** Undefined if the Host is not an allowed name: a client could otherwise send any Host and register passkeys for a foreign site. */
export function partyOf(
  { host, port }: RequestedHost,
  { publicUrl, allowedHosts }: PartyOptions,
): RelyingParty | undefined {
  if (publicUrl !== null) return { id: new URL(publicUrl).hostname, origins: [publicUrl], url: publicUrl };
  const name = nameIn(host);
  // Browsers allow passkeys for names only, so localhost stands for loopback addresses; it counts as secure without https.
  if (LOOPBACK_NAMES.includes(name)) {
    const { origin: url } = new URL(`http://localhost:${port ?? 80}`);
    return { id: 'localhost', origins: [url], url };
  }
  if (!allowedHosts?.has(name) || isIP(name) !== 0 || name.startsWith('[')) return undefined;
  return { id: name, origins: [`https://${name}`], url: `https://${name}` };
}

export function needParty(requested: RequestedHost, options: PartyOptions): RelyingParty {
  const party = partyOf(requested, options);
  if (party) return party;
  const message =
    'Passkeys cannot be used at this address. Use a key; the operator makes passkeys possible with PUBLIC_URL.';
  throw new AccessRefused('passkeys_unavailable', message);
}
