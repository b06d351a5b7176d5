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
  [
    'a key with an unknown scope',
    key({ scopes: ['withdraw'] }),
    400,
    'invalid_request',
    'scopes.0 must be read, trade, liquidity or send.',
  ],
  [
    'a key with a scope twice',
    key({ scopes: ['read', 'read'] }),
    400,
    'invalid_request',
    'scopes must not have the same entry twice.',
  ],
  ['a key with a host name', key({ addresses: ['10.0.0.1', 'localhost'] }), 400, 'invalid_request', network(1)],
  ['a key with a network prefix of 33 bits', key({ addresses: ['10.0.0.0/33'] }), 400, 'invalid_request', network(0)],
  [
    'a key with 33 addresses',
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
  ['sessions of a name with a space', { path: '/getSessions?account=a+b' }, 400, 'invalid_request', `account ${NAME}`],
  [
    'sessions with a limit of 0',
    { path: '/getSessions?limit=0' },
    400,
    'invalid_request',
    'limit must be a whole number from 1 to 200.',
  ],
  ['sessions with an invalid cursor', { path: '/getSessions?cursor=x' }, 400, 'bad_cursor', CURSOR],
  [
    'endSession of an unknown id',
    end({}),
    404,
    'not_found',
    'There is no session with this id; getSessions lists them.',
  ],
  [
    'endSession with an id of 65 characters',
    end({ id: 'a'.repeat(65) }),
    400,
    'invalid_request',
    'id must have at most 64 characters.',
  ],
  [
    'endOtherSessions of an account with a space',
    { path: '/endOtherSessions', body: { account: 'a b' } },
    400,
    'invalid_request',
    `account ${NAME}`,
  ],
  [
    'endOtherSessions with an unknown field',
    { path: '/endOtherSessions', body: { all: true } },
    400,
    'invalid_request',
    'all is not a field of this call.',
  ],
  [
    'requests of an unknown key',
    { path: '/getRequests?key=00000000000000ff' },
    404,
    'not_found',
    'There is no key with this id; getKeys lists them.',
  ],
  [
    'requests with an unknown status',
    { path: '/getRequests?status=maybe' },
    400,
    'invalid_request',
    'status must be succeeded or failed.',
  ],
  ['deliveries of an unknown webhook', { path: `/getDeliveries?id=${HOOK}` }, 404, 'not_found', NO_HOOK],
  [
    'a redelivery for an unknown webhook',
    { path: '/redeliverWebhook', body: { id: HOOK, messageId: 'm' } },
    404,
    'not_found',
    NO_HOOK,
  ],
  [
    'getFaucet with an unknown parameter',
    { path: '/getFaucet?token=apple' },
    400,
    'invalid_request',
    'token is not a parameter of this call.',
  ],
  [
    'a claim with an amount',
    { path: '/claimFaucet', body: { token: 'apple', amount: 5 } },
    400,
    'invalid_request',
    /^amount is not a field/,
  ],
  [
    'a claim where there is no faucet',
    { path: '/claimFaucet', body: { token: 'apple' } },
    422,
    'not_on_this_venue',
    'This exchange has no faucet.',
  ],
];
