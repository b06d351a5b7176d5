// Lists of IP addresses and networks in CIDR notation: parsed, and searched for an address.
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Parses an IP address or a network in CIDR notation; undefined if the text is neither. */
export function networkIn(text: string): string | undefined {
  const [, address = '', bits] = /^([^/]+?)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text.trim()) ?? [];
  const plain = plainAddress(address);
  const family = isIP(plain);
  if (family === 0 || (bits === undefined && text.includes('/'))) return undefined;
  if (bits === undefined) return plain.toLowerCase();
  // If an IPv4 address is written as IPv6, it is unclear whether the prefix length counts bits of IPv4 or of IPv6.
  if (plain !== address || Number(bits) > (family === 4 ? 32 : 128)) return undefined;
  return `${plain.toLowerCase()}/${bits}`;
}

/** True if a client's address, in any form that proxies write it in, is in one of the networks. */
export const isWithin = (networks: readonly string[], address: string): boolean =>
  networksOf(networks)(plainAddress(address));

/** Returns a function that is true for addresses in one of the networks. */
export function networksOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(start, familyOf(start));
    else list.addSubnet(start, Number(bits), familyOf(start));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** Removes the port that some proxies add and the zone of a link-local address, and turns an IPv4-mapped IPv6 address into IPv4. */
export function plainAddress(text: string): string {
  const bare = /^([\d.]+):\d+$/.exec(text)?.[1] ?? /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  const [address = ''] = bare.split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');
