// Floods that one address can send, each as the bytes of a connection and the number of connections.
import { randomBytes } from 'node:crypto';
import { TON, USDT } from '../../src/contract/fields.ts';

export type Abuse = {
  readonly auth: 'local' | 'keys';
  readonly postgres?: true;
  readonly connections: number;
  /** The bytes to write to a connection when it opens, and again when all of them are sent. */
  bytes(): string;
};

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const filled = (size: number, one: () => string): string => {
  const parts: string[] = [];
  for (let length = 0; length < size; length += (parts.at(-1) as string).length) parts.push(one());
  return parts.join('');
};
const unknownKey = () => `Authorization: Bearer mp_${randomBytes(8).toString('hex')}_${'A'.repeat(43)}`;
const POOL = get(`/getPoolData?jetton0=${TON}&jetton1=${USDT}`);

export const ABUSES: Readonly<Record<string, Abuse>> = {
  'metrics, pipelined': { auth: 'local', connections: 1, bytes: () => filled(51_000, () => get('/metrics')) },
  'quotes, pipelined on 50': {
    auth: 'local',
    connections: 50,
    bytes: () => filled(64_000, () => get(`/getQuote?tokenA=${TON}&tokenB=${USDT}&amount=1`)),
  },
  'unknown paths, pipelined on 50': { auth: 'keys', connections: 50, bytes: () => filled(64_000, () => get('/a')) },
  'unknown keys on 50': {
    auth: 'keys',
    connections: 50,
    bytes: () => filled(64_000, () => get('/getBalances', unknownKey())),
  },
  'pools on PostgreSQL, 27 MB': {
    auth: 'local',
    postgres: true,
    connections: 1,
    bytes: () => filled(27e6, () => POOL),
  },
  'pools on PostgreSQL, 100 × 1 MB': {
    auth: 'local',
    postgres: true,
    connections: 100,
    bytes: () => filled(1e6, () => POOL),
  },
};
