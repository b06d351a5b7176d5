// Bad transfers.
import { MAX, NAME, NONESUCH, type Row, unseen } from './row.ts';

const send = (fields: object) => ({
  path: '/createTransfer',
  body: { token: 'apple', to: 'treasury-2', amount: 1, create: true, ...fields },
});
const UNKNOWN =
  'There is no account nobody: it has no key and was never used. Check the spelling, or send create: true to send to it all the same.';
const reserved = (name: string) => `${name} belongs to the exchange itself; tokens cannot be sent to it.`;

export const TRANSFERS: readonly Row[] = [
  ['a transfer of an unknown token', send({ token: 'nonesuch' }), 404, 'unknown_token', NONESUCH],
  ['a transfer to an unknown account', send({ to: 'nobody', create: false }), 404, 'unknown_account', UNKNOWN],
  [
    'a transfer to an unknown account without create',
    send({ to: 'nobody', create: undefined }),
    404,
    'unknown_account',
    UNKNOWN,
  ],
  ['a transfer to oneself', send({ to: 'local' }), 400, 'same_account', 'local is your own account; name another one.'],
  ['a transfer to the treasury', send({ to: 'treasury' }), 422, 'account_reserved', reserved('treasury')],
  ['a transfer to a token', send({ to: 'corn' }), 422, 'account_reserved', reserved('corn')],
  ['a transfer to the issuer', send({ to: 'the issuer' }), 400, 'invalid_request', `to ${NAME}`],
  ['a transfer to an order', send({ to: 'order 7' }), 400, 'invalid_request', `to ${NAME}`],
  ['a recipient with an invisible letter', send({ to: 'bo\u200bb' }), 400, 'invalid_request', `to ${unseen('U+200B')}`],
  ['a transfer of 0', send({ amount: 0 }), 400, 'invalid_amount', 'amount must be greater than 0.'],
  ['a negative transfer', send({ amount: -1 }), 400, 'invalid_amount', 'amount must be greater than 0.'],
  [
    'a transfer of half an apple',
    send({ amount: 0.5 }),
    400,
    'invalid_amount',
    'amount has more decimal places than the 0 of APPLE.',
  ],
  [
    'a transfer of more than there can be',
    send({ amount: `${MAX}0` }),
    400,
    'invalid_amount',
    `amount exceeds the maximum of ${MAX} APPLE.`,
  ],
  [
    'a transfer of more than is held',
    send({ amount: 10_001 }),
    422,
    'insufficient_funds',
    'Account local holds 10000 APPLE, but 10001 is needed.',
  ],
  ['a memo of 129 characters', send({ memo: 'm'.repeat(129) }), 400, 'invalid_request', /^memo .*128/],
  ['an empty memo', send({ memo: '' }), 400, 'invalid_request', /^memo /],
  ['a memo of two lines', send({ memo: 'a\nb' }), 400, 'invalid_request', `memo ${unseen('U+000A')}`],
  ['a memo with a text-order override', send({ memo: 'a\u202eb' }), 400, 'invalid_request', `memo ${unseen('U+202E')}`],
  ['a memo " a"', send({ memo: ' a' }), 400, 'invalid_request', 'memo must not start or end with a space.'],
  ['a memo that is a list', send({ memo: ['a'] }), 400, 'invalid_request', /^memo /],
  ['a transfer for another account', send({ account: 'bob' }), 400, 'invalid_request', /account/],
  ['checkAccount of two words', { path: '/checkAccount?account=a%20b' }, 400, 'invalid_request', `account ${NAME}`],
];
