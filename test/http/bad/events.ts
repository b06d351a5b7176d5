// Bad requests for events.
import type { Row } from './row.ts';

const events = (query: string, headers: Record<string, string> = {}) => ({ path: `/events?${query}`, headers });
const NUMBER = 'after must be a journal sequence such as 42, or 0 for all history.';
const LAST = 'The header Last-Event-ID must be the id of an event: a whole number.';

export const EVENTS: readonly Row[] = [
  ['events after an empty number', events('after='), 400, 'invalid_request', NUMBER],
  ['events after a negative number', events('after=-1'), 400, 'invalid_request', NUMBER],
  ['events after a fraction', events('after=1.5'), 400, 'invalid_request', NUMBER],
  ['events after an exponent', events('after=1e3'), 400, 'invalid_request', NUMBER],
  ['events after more than there can be', events(`after=${'9'.repeat(16)}`), 400, 'invalid_request', NUMBER],
  ['events after two numbers', events('after=1&after=2'), 400, 'invalid_request', 'after was given more than once.'],
  ['events after a word, by header', events('', { 'last-event-id': 'seven' }), 400, 'invalid_request', LAST],
  [
    'events after a long number, by header',
    events('', { 'last-event-id': '1'.repeat(16) }),
    400,
    'invalid_request',
    LAST,
  ],
  [
    'events of an unknown kind, misspelt',
    events('kinds=swap,swpa'),
    400,
    'invalid_request',
    /^kinds contains "swpa", which is not one of swap, provide, .*, takeBack\.$/,
  ],
  [
    'events of a list with an empty kind',
    events('kinds=swap,'),
    400,
    'invalid_request',
    /^kinds contains "", which is not one of/,
  ],
  [
    'events of private kinds without own=true, which they need',
    events('kinds=deposit,withdraw'),
    400,
    'invalid_request',
    'Events of the kinds placeOrder, triggerOrder, closeOrder, deposit, withdraw, transfer, settlementFailed, takeBack are sent only to the accounts they concern; add own=true.',
  ],
  [
    'events of a pool with a space',
    events('pools=a+b'),
    400,
    'invalid_request',
    'pools contains "a b", which is not an address.',
  ],
  ['events of pool ""', events('pools=a,,b'), 400, 'invalid_request', 'pools contains "", which is not an address.'],
  [
    'events of too many pools',
    events(`pools=${Array.from({ length: 101 }, (_, at) => `p${at}`).join(',')}`),
    400,
    'invalid_request',
    'pools must have at most 100 addresses; you sent 101.',
  ],
  ['events with own=1', events('own=1'), 400, 'invalid_request', 'own must be true or only.'],
  ['events by a misspelt filter', events('kind=swap'), 400, 'invalid_request', 'kind is not a parameter of this call.'],
  ['events by POST', { path: '/events', body: {} }, 405, 'method_not_allowed', 'Use GET for this call.'],
];
