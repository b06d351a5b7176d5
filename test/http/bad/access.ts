// Bad requests about keys and their restrictions, sessions, the request log, deliveries, and the faucet.
import { NAME, type Row } from './row.ts';

const key = (fields: object) => ({ path: '/createKey', body: fields });
const end = (fields: object) => ({ path: '/endSession', body: { id: '0123456789abcdef01234567', ...fields } });
const HOOK = 'hook_0123456789abcdef01234567';

const CURSOR = 'cursor must be the nextCursor of an earlier answer.';
const NO_HOOK = 'There is no webhook with this id; getWebhooks lists them.';
const network = (at: number) =>
  `addresses.${at} must be an IP address, such as 203.0.113.7, or a network, such as 10.0.0.0/8.`;

export const ACCESS: readonly Row[] = [
  ['a key for nothing', key({ scopes: [] }), 400, 'invalid_request', 'scopes must not be empty.'],
  [
    'a key to withdraw',
    key({ scopes: ['withdraw'] }),
    400,
    'invalid_request',
    'scopes.0 must be read, trade, liquidity or send.',
  ],
  [
    'a key to read twice',
    key({ scopes: ['read', 'read'] }),
    400,
    'invalid_request',
    'scopes must not have the same entry twice.',
  ],
  ['a key from nowhere', key({ addresses: ['10.0.0.1', 'localhost'] }), 400, 'invalid_request', network(1)],
  ['a key from too wide a network', key({ addresses: ['10.0.0.0/33'] }), 400, 'invalid_request', network(0)],
  [
    'a key from 33 places',
    key({ addresses: Array(33).fill('10.0.0.1') }),
    400,
    'invalid_request',
    'addresses must have at most 32 entries.',
  ],
  [
    'a key with a name of 65 characters',
    key({ name: 'n'.repeat(65) }),
    400,
    'invalid_request',
    'name must have at most 64 characters.',
  ],
  ['sessions of no account', { path: '/getSessions?account=a+b' }, 400, 'invalid_request', `account ${NAME}`],
  [
    'sessions by no limit',
    { path: '/getSessions?limit=0' },
    400,
    'invalid_request',
    'limit must be a whole number from 1 to 200.',
  ],
  ['sessions after none', { path: '/getSessions?cursor=x' }, 400, 'bad_cursor', CURSOR],
  [
    'the end of no session',
    end({}),
    404,
    'unknown_session',
    'There is no session with this id; getSessions lists them.',
  ],
  ['the end of a session by no id', end({ id: undefined }), 400, 'invalid_request', 'id is missing.'],
  [
    'the end of a session by a long id',
    end({ id: 'a'.repeat(65) }),
    400,
    'invalid_request',
    'id must have at most 64 characters.',
  ],
  [
    'the end of the sessions of no account',
    { path: '/endOtherSessions', body: { account: 'a b' } },
    400,
    'invalid_request',
    `account ${NAME}`,
  ],
  [
    'the end of all sessions',
    { path: '/endOtherSessions', body: { all: true } },
    400,
    'invalid_request',
    'all is not a field of this call.',
  ],
  [
    'requests of no key',
    { path: '/getRequests?key=00000000000000ff' },
    404,
    'unknown_key',
    'There is no key with this id; getKeys lists them.',
  ],
  [
    'requests that may have failed',
    { path: '/getRequests?status=maybe' },
    400,
    'invalid_request',
    'status must be succeeded or failed.',
  ],
  ['deliveries of no id', { path: '/getDeliveries' }, 400, 'invalid_request', 'id is missing.'],
  ['deliveries of no webhook', { path: `/getDeliveries?id=${HOOK}` }, 404, 'unknown_webhook', NO_HOOK],
  [
    'a delivery of no webhook',
    { path: '/redeliverWebhook', body: { id: HOOK, messageId: 'm' } },
    404,
    'unknown_webhook',
    NO_HOOK,
  ],
  [
    'a delivery of no message',
    { path: '/redeliverWebhook', body: { id: HOOK } },
    400,
    'invalid_request',
    'messageId is missing.',
  ],
  [
    'a faucet of one token',
    { path: '/getFaucet?token=apple' },
    400,
    'invalid_request',
    'token is not a parameter of this call.',
  ],
  ['a claim of nothing', { path: '/claimFaucet', body: {} }, 400, 'invalid_request', 'token is missing.'],
  [
    'a claim of an amount',
    { path: '/claimFaucet', body: { token: 'apple', amount: 5 } },
    400,
    'invalid_request',
    /^amount is not a field/,
  ],
  [
    'a claim where there is no faucet',
    { path: '/claimFaucet', body: { token: 'apple' } },
    404,
    'faucet_off',
    'This exchange has no faucet.',
  ],
];
