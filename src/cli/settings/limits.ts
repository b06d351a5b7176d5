// Settings that limit callers: rates, connections, sizes and times.
import { isIP } from 'node:net';
import { networkIn } from '../../networks.ts';
import { choice, fault, listed, number, optional, setting, wholeNumber } from './readers.ts';

export const LIMITS = {
  RATE_LIMIT: setting(
    'NUMBER',
    '',
    'Weighted requests per second and account (a quote counts as 1), 0 for no limit; default 0 with AUTH=local, else 100',
    optional(wholeNumber(0, 1_000_000)),
  ),
  ADDRESS_LIMIT: setting(
    'NUMBER',
    '',
    'Requests per second and address, 0 for no limit; default 0 with AUTH=local, else 500',
    optional(wholeNumber(0, 1_000_000)),
  ),
  DAILY_LIMIT: setting(
    'NUMBER',
    '',
    'Changes per day and account except for operators, 0 for no limit; default 0 with AUTH=local, else 1000000',
    optional(wholeNumber(0, 999_999_999)),
  ),
  TRUST_PROXY: setting(
    'ADDRESSES',
    '',
    'Proxies whose X-Forwarded-For is trusted: addresses or networks like 10.0.0.0/8, separated by commas',
    readNetworks,
  ),
  WEBHOOKS: choice('WORD', 'on', ['on', 'off'], 'Whether this server delivers webhooks: on or off'),
  WEBHOOK_ALLOW: setting(
    'ADDRESSES',
    '',
    'Private addresses or networks that webhooks may go to and logos may be fetched from, also over http and on any port',
    readNetworks,
  ),
  MAX_CONNECTIONS: number(
    'NUMBER',
    '4000',
    [2, 1_000_000],
    'Maximum connections; one address may use an eighth of them, this machine half, a trusted proxy all',
  ),
  MAX_EVENT_READERS: number('NUMBER', '1000', [1, 1_000_000], 'Maximum open event streams before answering 503'),
  REQUEST_TIMEOUT: number(
    'MS',
    '30000',
    [100, 600_000],
    'Time allowed for a request to arrive, and for a command to wait in the queue',
  ),
  BUSY_TIMEOUT: number('MS', '5000', [100, 60_000], 'Database timeout: for its lock, a connection or an answer'),
  MAX_QUEUE: number('NUMBER', '10000', [1, 1_000_000], 'Maximum commands waiting before answering 503'),
} as const;

function readNetworks(text: string): readonly string[] {
  const isNetwork = (item: string) => isIP(item.split('/')[0] ?? '') !== 0 && networkIn(item) !== undefined;
  const networks = listed(text);
  return networks.every(isNetwork)
    ? networks
    : fault('must be IP addresses, or networks like 10.0.0.0/8, separated by commas');
}
