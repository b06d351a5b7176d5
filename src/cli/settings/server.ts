// Settings of the process: where it listens, and its log.
import { isIP } from 'node:net';
import { SURFACE_NAMES, type SurfaceName } from '../../compat/surfaces.ts';
import { choice, fault, listed, number, oneOf, optional, setting, wholeNumber } from './readers.ts';

export const SERVER = {
  HOST: setting('ADDRESS', '127.0.0.1', 'Address to listen on; any address except loopback needs AUTH=keys', readHost),
  PORT: number('NUMBER', '8080', [0, 65_535], 'Port to listen on; 0 picks a free one'),
  METRICS_PORT: setting(
    '[ADDRESS:]PORT',
    '',
    'Separate port for /metrics, without a key; 0 picks a free one. On 127.0.0.1, unless an address is given: 0.0.0.0:9464',
    optional(readListener),
  ),
  COMPAT: setting(
    'NAMES',
    '',
    `APIs of other products to serve too, for their clients (docs/integrations.md): ${SURFACE_NAMES.join(', ')}, separated by commas`,
    readSurfaces,
  ),
  CORS_ORIGINS: setting(
    'ORIGINS',
    '',
    'Origins whose pages may read what is public, separated by commas, like https://chart.example; * for all',
    readOrigins,
  ),
} as const;

function readOrigins(text: string): readonly string[] {
  const origins = [...new Set(listed(text))];
  const isValid = origins.every((origin) => /^https?:[^*]+$/.test(origin) && URL.parse(origin)?.origin === origin);
  if (isValid || (origins.length === 1 && origins[0] === '*')) return origins;
  return fault('must be *, or origins like https://chart.example, separated by commas');
}

function readSurfaces(text: string): readonly SurfaceName[] {
  const names = [...new Set(listed(text))];
  return names.map(
    (name) =>
      SURFACE_NAMES.find((known) => known === name) ??
      fault(`must be names of ${SURFACE_NAMES.join(', ')}, separated by commas`),
  );
}

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

function readListener(text: string): { readonly host: string; readonly port: number } {
  const [, host, port = ''] = /^(?:(.+):)?([^:]*)$/.exec(text) ?? [];
  return {
    host: host === undefined ? '127.0.0.1' : readHost(host.replace(/^\[(.+)\]$/, '$1')),
    port: wholeNumber(0, 65_535)(port),
  };
}

function readHost(text: string): string {
  return text === 'localhost' || isIP(text) !== 0 ? text : fault('must be localhost or an IP address');
}
