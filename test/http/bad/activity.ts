// Bad requests to the calls that list activity, accounts and keys.
import { NAME, NO_POOL, NONESUCH, type Row } from './row.ts';

const activity = (query: string) => ({ path: `/getActivity?${query}` });
const totals = (query: string) => ({ path: `/getActivityTotals?${query}` });
const gains = (query: string) => ({ path: `/getGains?${query}` });
const createKey = (fields: object) => ({ path: '/createKey', body: { account: 'alice', role: 'trader', ...fields } });
const revokeKey = (fields: object) => ({ path: '/revokeKey', body: { id: '00000000000000ff', ...fields } });
const createSession = (body: unknown) => ({ path: '/createSession', body });
const UNKNOWN_KEY = `mp_${'0'.repeat(16)}_${'A'.repeat(43)}`;
const BAD_KEY = 'The API key is unknown or was revoked.';
const MOMENT = 'must be an ISO 8601 time with a time zone, or Unix seconds.';
const CURSOR = 'cursor must be the nextCursor of an earlier answer.';
const EITHER = 'Send either transactionId or sequence.';
const SEQUENCE = 'sequence must be a whole number of at least 1.';
const NO_KEY = 'This call takes no Idempotency-Key; see its description in /docs.';

export const ACTIVITY: readonly Row[] = [
  [
    'activity of an unknown kind, "trade"',
    activity('kind=trade'),
    400,
    'invalid_request',
    /^kind must be swap, referral, .* or forked\.$/,
  ],
  ['activity of an account with a space', activity('account=pool+7'), 400, 'invalid_request', `account ${NAME}`],
  ['activity by account and all', activity('all=true&account=a'), 400, 'invalid_request', /^Send account or all, not/],
  ['activity with all=1', activity('all=1'), 400, 'invalid_request', 'all must be true.'],
  [
    'referrals of all accounts',
    activity('all=true&kind=referral'),
    400,
    'invalid_request',
    /^kind=referral needs an account/,
  ],
  ['activity of an unknown token', activity('token=nonesuch'), 404, 'unknown_token', NONESUCH],
  ['activity of a pair without a pool', activity('jetton0=bread&jetton1=corn'), 404, 'unknown_pool', NO_POOL],
  ['activity of two pools', activity('pool=a&jetton0=apple&jetton1=bread'), 400, 'invalid_request', /^Send pool, or/],
  ['activity with an invalid from', activity('from=yesterday'), 400, 'invalid_request', `from ${MOMENT}`],
  ['activity to 30 February', activity('to=2026-02-30T00:00:00Z'), 400, 'invalid_request', `to ${MOMENT}`],
  ['activity with an invalid cursor', activity('cursor=x'), 400, 'bad_cursor', CURSOR],
  ['activity in another format', activity('format=xlsx'), 400, 'invalid_request', 'format must be csv or ndjson.'],
  ['a file with a limit', activity('format=csv&limit=5'), 400, 'invalid_request', /^limit applies to pages/],
  ['a file with an invalid cursor', activity('format=csv&cursor=x'), 400, 'bad_cursor', CURSOR],
  ['gains of a year of five digits', gains('year=20266'), 400, 'invalid_request', /^year must be a year such as 2026/],
  ['gains in an unknown token', gains('quote=nonesuch'), 404, 'unknown_token', NONESUCH],
  [
    'gains with a byte order mark, but no file',
    gains('bom=true'),
    400,
    'invalid_request',
    'bom applies to format=csv.',
  ],
  ['totals with account and all', totals('all=true&account=a'), 400, 'invalid_request', /^Send account or all, not/],
  ['totals with a limit', totals('limit=5'), 400, 'invalid_request', 'limit is not a parameter of this call.'],
  ['totals of a pair without a pool', totals('jetton0=bread&jetton1=corn'), 404, 'unknown_pool', NO_POOL],
  ['totals with an invalid from', totals('from=yesterday'), 400, 'invalid_request', `from ${MOMENT}`],
  ['activity with an unknown parameter', activity('since=1'), 400, 'invalid_request', /^since is not a parameter/],
  [
    'a transaction by an unknown id',
    { path: '/getTransaction?transactionId=nonesuch' },
    404,
    'not_found',
    'You have no transaction with the transactionId nonesuch.',
  ],
  [
    'a transaction by an unknown sequence, of 15 digits',
    { path: '/getTransaction?sequence=999999999999999' },
    404,
    'not_found',
    'You have no transaction with the sequence 999999999999999.',
  ],
  ['a transaction without an id', { path: '/getTransaction' }, 400, 'invalid_request', EITHER],
  ['a transaction by two ids', { path: '/getTransaction?transactionId=x&sequence=1' }, 400, 'invalid_request', EITHER],
  ['a transaction by sequence 0', { path: '/getTransaction?sequence=0' }, 400, 'invalid_request', SEQUENCE],
  ['a transaction by a fraction', { path: '/getTransaction?sequence=1.5' }, 400, 'invalid_request', SEQUENCE],
  [
    'a transaction by 16 digits',
    { path: `/getTransaction?sequence=${'9'.repeat(16)}` },
    400,
    'invalid_request',
    SEQUENCE,
  ],
  ['balances of "pool 7"', { path: '/getBalances?account=pool+7' }, 400, 'invalid_request', `account ${NAME}`],
  ['accounts with an invalid cursor', { path: '/getAccounts?cursor=the+issuer' }, 400, 'bad_cursor', CURSOR],
  ['keys with an invalid cursor', { path: '/getKeys?cursor=00000000000000ff' }, 400, 'bad_cursor', CURSOR],
  ['audits with an invalid cursor', { path: '/getAudits?cursor=x' }, 400, 'bad_cursor', CURSOR],
  ['an audit with a field', { path: '/startAudit', body: { from: 5 } }, 400, 'invalid_request', /^from is not a field/],
  [
    'an audit with an Idempotency-Key',
    { path: '/startAudit', body: {}, headers: { 'idempotency-key': 'k' } },
    400,
    'invalid_request',
    NO_KEY,
  ],
  ['getLog with a parameter', { path: '/getLog?n=2' }, 400, 'invalid_request', /^n is not a parameter/],
  [
    'a proof of an unknown transaction',
    { path: '/getTransactionProof?transactionId=019a8a5c-2f3e-7000-8000-00004a1b2c3d' },
    404,
    'not_found',
    /^You have no transaction with the transactionId 019a8a5c/,
  ],
  ['liabilities with an invalid limit', { path: '/getLiabilities?limit=0' }, 400, 'invalid_request', /^limit /],
  [
    'statements with an invalid limit',
    { path: '/getStatements?limit=51' },
    400,
    'invalid_request',
    'limit must be a whole number from 1 to 50.',
  ],
  ['a balance proof without a token', { path: '/getBalanceProof' }, 400, 'invalid_request', 'token is missing.'],
  ['getLastAudit with a parameter', { path: '/getLastAudit?n=2' }, 400, 'invalid_request', /^n is not a parameter/],
  ['getStatus with a parameter', { path: '/getStatus?worker=2' }, 400, 'invalid_request', /^worker is not a parameter/],
  ['whoami with a parameter', { path: '/whoami?who=me' }, 400, 'invalid_request', /^who is not a parameter/],
  ['a key of a name with a space', createKey({ account: 'a b' }), 400, 'invalid_request', `account ${NAME}`],
  ['a key of unknown role', createKey({ role: 'admin' }), 400, 'invalid_request', 'role must be trader or operator.'],
  ['createKey, idempotent', { ...createKey({}), headers: { 'idempotency-key': 'k' } }, 400, 'invalid_request', NO_KEY],
  ['revokeKey of unknown id', revokeKey({}), 404, 'not_found', 'There is no key with this id; getKeys lists them.'],
  [
    'a session by a key of 257 characters',
    createSession({ key: 'k'.repeat(257) }),
    400,
    'invalid_request',
    'key must have at most 256 characters.',
  ],
  ['a session by text that is no key', createSession({ key: 'nope' }), 401, 'unauthorized', BAD_KEY],
  ['a session by an unknown key', createSession({ key: UNKNOWN_KEY }), 401, 'unauthorized', BAD_KEY],
  [
    'a session with a key as the name of a second field',
    createSession({ key: 'nope', [UNKNOWN_KEY]: 1 }),
    400,
    'invalid_request',
    'mp_0000000000000000_… is not a field of this call.',
  ],
  [
    'a session by broken JSON',
    createSession(`{"key":${UNKNOWN_KEY}}`),
    400,
    'invalid_json',
    /^The body is not valid JSON\.$/,
  ],
  [
    'a session with an Idempotency-Key',
    { ...createSession({ key: 'nope' }), headers: { 'idempotency-key': 'k' } },
    400,
    'invalid_request',
    NO_KEY,
  ],
  [
    'deleteSession with an unknown field',
    { path: '/deleteSession', body: { session: 'x' } },
    400,
    'invalid_request',
    'session is not a field of this call.',
  ],
  [
    'balances with a session cookie that is not valid',
    { path: '/getBalances', headers: { cookie: 'millpond_session=nope' } },
    401,
    'unauthorized',
    'Your session has ended. Sign in again with your key.',
  ],
  [
    'revokeKey with an Idempotency-Key',
    { ...revokeKey({}), headers: { 'idempotency-key': 'k' } },
    400,
    'invalid_request',
    NO_KEY,
  ],
];
