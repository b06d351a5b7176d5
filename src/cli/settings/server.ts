// Settings of the process: where it listens, its workers, and its log.
import { isIP } from 'node:net';
import { choice, fault, number, oneOf, optional, setting, wholeNumber } from './readers.ts';

export const SERVER = {
  HOST: setting('ADDRESS', '127.0.0.1', 'Address to listen on; any address except loopback needs AUTH=keys', readHost),
  PORT: number('NUMBER', '8080', [0, 65_535], 'Port to listen on; 0 picks a free one'),
  WORKERS: number('NUMBER', '1', [1, 64], 'Processes that share the port, each with its own queue and rate limit'),
  METRICS_PORT: setting(
    'NUMBER',
    '',
    'Separate port for /metrics; 0 picks a free one',
    optional(wholeNumber(0, 65_535)),
  ),
  METRICS_HOST: setting('ADDRESS', '127.0.0.1', 'Address for METRICS_PORT; it needs no key', readHost),
} as const;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export const LOG = {
  LOG_LEVEL: setting('LEVEL', 'info', `One of ${LOG_LEVELS.join(', ')}`, oneOf(...LOG_LEVELS)),
  LOG_FORMAT: choice(
    'FORM',
    'auto',
    ['auto', 'json', 'pretty'],
    'json, pretty, or auto (pretty on a terminal, otherwise JSON)',
  ),
} as const;

function readHost(text: string): string {
  return text === 'localhost' || isIP(text) !== 0 ? text : fault('must be localhost or an IP address');
}
