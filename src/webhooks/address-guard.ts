// Restricts outgoing requests to public addresses and those that the operator allows, so that none enters the exchange's network.
import type { LookupAddress } from 'node:dns';
import { isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { networksOf } from '../networks.ts';
import { resolverOf } from './resolve.ts';

/** Blocked unless allowed explicitly; every other IPv4 address is public. */
const SPECIAL_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Link-local, and where cloud providers serve credentials to their machines.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Looks public, but is the host of a virtual machine on Azure.
  '168.63.129.16/32',
];
/** The only public range of IPv6, which excludes mapped, translated (NAT64), local and multicast addresses, … */
const GLOBAL_6 = ['2000::/3'];
/** … except these, among them 6to4 and Teredo, which lead to an IPv4 address inside. */
const SPECIAL_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

/** Bounds the time of a name lookup. */
const LOOKUP_MS = 5000;

export type Target = { readonly url: URL; readonly lookup: LookupFunction };
/** A reason that continues a sentence beginning with `url`. */
type Refused = { readonly refused: string };

export type GuardOptions = {
  /** Addresses and networks that are allowed nevertheless, also without TLS and on any port. */
  readonly allow: readonly string[];
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
};

export class AddressGuard {
  readonly #isInAllowed: (address: string) => boolean;
  readonly #resolve: (host: string) => Promise<readonly LookupAddress[]>;

  constructor({ allow, resolve = resolverOf({ asksSystem: allow.length > 0 }) }: GuardOptions) {
    this.#isInAllowed = networksOf(allow);
    this.#resolve = resolve;
  }

  /** Resolves the name once and connects to the checked addresses, so that a later change of DNS has no effect. */
  async find(text: string): Promise<Target | Refused> {
    const url = readWebhookUrl(text);
    if ('refused' in url) return url;
    const addresses = await this.#addressesOf(url);
    const areAllowed = addresses.length > 0 && addresses.every(({ address }) => this.#isAllowed(address));
    if (!areAllowed && (url.protocol !== 'https:' || url.port !== '')) return PLAIN;
    const isOpen = ({ address }: LookupAddress) => this.#isAllowed(address) || isPublic(address);
    if (addresses.length === 0 || !addresses.every(isOpen)) return NOT_PUBLIC;
    return { url, lookup: lookupOf(addresses) };
  }

  async #addressesOf({ hostname }: URL): Promise<readonly LookupAddress[]> {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    const found = new AbortController();
    try {
      return await Promise.race([
        this.#resolve(host),
        wait(LOOKUP_MS, [] as const, { signal: found.signal, ref: false }),
      ]);
    } catch {
      return [];
    } finally {
      found.abort();
    }
  }

  #isAllowed(address: string): boolean {
    return !hasZone(address) && this.#isInAllowed(address);
  }
}

const PLAIN: Refused = { refused: 'must start with https:// and must not name a port' };
/** One message for all cases: the caller must not learn which names exist in the exchange's network. */
const NOT_PUBLIC: Refused = { refused: 'must resolve, and only to public addresses' };

/** Checks the form of a webhook's URL, without resolving it. */
export function readWebhookUrl(text: string): URL | Refused {
  const url = URL.parse(text);
  if (!url || !['https:', 'http:'].includes(url.protocol))
    return { refused: 'must be a URL that starts with https://' };
  if (url.username !== '' || url.password !== '') return { refused: 'must not contain a user name or password' };
  if (url.hash !== '') return { refused: 'must not contain a fragment (#)' };
  return url;
}

const [isGlobal6, isSpecial6, isSpecial4] = [networksOf(GLOBAL_6), networksOf(SPECIAL_6), networksOf(SPECIAL_4)];

const isPublic = (address: string): boolean =>
  isIPv6(address)
    ? !hasZone(address) && isGlobal6(address) && !isSpecial6(address)
    : isIPv4(address) && !isSpecial4(address);

/** An address with a zone is always in a local network. */
const hasZone = (address: string): boolean => address.includes('%');

function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  const [first] = addresses;
  return (_host, { all }, done) => {
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
}
