// Settings of access: keys, sessions, sign-ups, and the host names of the page.
import { isIP } from 'node:net';
import { choice, fault, listed, number, optional, setting } from './readers.ts';

export const PEOPLE = {
  AUTH: choice(
    'MODE',
    'local',
    ['local', 'keys'],
    'local: a request without a key acts as the account "local"; keys: every account needs a key',
  ),
  SESSION_HOURS: number('HOURS', '12', [1, 720], 'How long a browser stays signed in'),
  SIGNUP: choice(
    'WHO',
    'off',
    ['off', 'invite', 'open'],
    'Who can sign up: off, nobody; invite, people with an invitation; open, anyone. Operators can change it in the page',
  ),
  SIGNUPS_PER_DAY: number(
    'NUMBER',
    '200',
    [0, 1_000_000],
    'Maximum sign-ups per day without an invitation, on all nodes together; 0 for no limit',
  ),
  PUBLIC_URL: setting(
    'URL',
    '',
    'Public address of the page, such as https://pond.example; passkeys belong to it, and links start with it',
    optional(publicUrl),
  ),
  ALLOWED_HOSTS: setting('NAMES', '', 'More Host names to answer to, separated by commas', (text) =>
    listed(text.toLowerCase()),
  ),
} as const;

/** Parses an origin. Browsers allow passkeys only for host names, and over plain http only on localhost. */
function publicUrl(text: string): string {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === 'localhost');
  const isNamed = url !== null && isIP(url.hostname) === 0 && !url.hostname.startsWith('[');
  if (isSafe && isNamed && url.origin === text.replace(/\/$/, '').toLowerCase()) return url.origin;
  return fault('must be https:// and a host name, or http://localhost, maybe with a port and nothing more');
}
