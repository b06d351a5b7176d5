// The networks that a client is counted in. An IPv6 customer is given a /64, /56 or /48, and could use a new address for every request.
import { isIPv6 } from 'node:net';
import { plainAddress } from '../../networks.ts';

/** An IPv4 address or, for IPv6, three networks that one customer may own: /64, /56 and /48. */
export type ClientNetworks = string | readonly [slash64: string, slash56: string, slash48: string];

/** What each of the three networks may use, as multiples of the limit of one address. */
export const SHARES = [1, 4, 16] as const;

/** Most IPv6 addresses whose networks are cached; beyond that, all are forgotten. */
const MAX_CACHED = 1000;
const cached = new Map<string, ClientNetworks>();

export function clientNetworks(ip: string): ClientNetworks {
  // Fast path: this runs for every request, and most use IPv4.
  if (!ip.includes(':')) return ip;
  const known = cached.get(ip);
  if (known !== undefined) return known;
  const networks = parse(ip);
  if (cached.size >= MAX_CACHED) cached.clear();
  cached.set(ip, networks);
  return networks;
}

/** The same as a list, smallest first. */
export const networksOf = (ip: string): readonly string[] => [clientNetworks(ip)].flat();

/** The smallest network: the address, for IPv6 its /64, since a client that has one address of it has all of them. */
export function placeOf(ip: string): string {
  const networks = clientNetworks(ip);
  return typeof networks === 'string' ? networks : networks[0];
}

function parse(ip: string): ClientNetworks {
  const address = plainAddress(ip);
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const [first, second, third, fourth = 0] = groups;
  if (isMapped(groups)) return groups.slice(6).flatMap(bytesOf).join('.');
  const hex = (...numbers: (number | undefined)[]) => numbers.map((number = 0) => number.toString(16)).join(':');
  return [
    hex(first, second, third, fourth),
    `${hex(first, second, third, fourth & 0xff00)}/56`,
    `${hex(first, second, third)}/48`,
  ];
}

/** The eight groups of an IPv6 address, whose last two may be written like an IPv4 address. */
function groupsOf(address: string): readonly number[] {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').flatMap(numbersIn));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0);
  return [...head, ...zeros, ...tail];
}

function numbersIn(group: string): readonly number[] {
  if (group === '') return [];
  const [a, b, c, d] = group.split('.').map(Number);
  return d === undefined ? [Number.parseInt(group, 16)] : [Number(a) * 256 + Number(b), Number(c) * 256 + d];
}

/** True for an IPv4 address written as IPv6 (::ffff:0:0/96). */
const isMapped = (groups: readonly number[]): boolean =>
  groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);

const bytesOf = (group: number): readonly number[] => [group >> 8, group & 0xff];
