// Bad requests to sign up, sign in, invite, and keep passkeys.
import { NAME, NONESUCH, type Row, unseen } from './row.ts';

const invite = (fields: object) => ({ path: '/createInvitation', body: fields });
const gift = (...balances: unknown[]) => invite({ balances });
const check = (fields: object) => ({ path: '/checkName', body: fields });
const signUp = (fields: object) => ({ path: '/finishSignUp', body: { name: 'newcomer', ...fields } });
const signIn = (fields: object) => ({ path: '/finishSignIn', body: fields });
const add = (fields: object) => ({ path: '/finishPasskey', body: { passkey: MADE, name: 'Phone', ...fields } });
const revoke = (fields: object) => ({ path: '/revokePasskey', body: { id: NO_ID, ...fields } });

const NO_ID = '00000000000000ff';
const SECRET = `mi_${'0'.repeat(28)}_${'A'.repeat(43)}`;
/** The answer to a challenge that was never issued. */
const client = Buffer.from('{"type":"webauthn.get","challenge":"AAAA"}').toString('base64url');
const MADE = { id: 'AQID', clientDataJSON: client, attestationObject: 'AQID' };
const PROOF = { id: 'AQID', clientDataJSON: client, authenticatorData: 'AQID', signature: 'AQID' };

const USES = 'uses must be a whole number from 1 to 10000.';
const HOURS = 'expiresInHours must be a whole number from 1 to 8760.';
const INVALID =
  'This invitation is not valid: it is wrong, used up, expired or revoked. Ask whoever sent it for a new one.';
const FORM =
  'A name has 3 to 32 characters: a to z, 0 to 9, dot, hyphen and underscore, and begins with a letter or digit.';
const LATE = 'This took longer than five minutes, or was sent before. Start again.';
const BROWSER = 'Passkeys are added in a browser that is signed in: sign in first.';
const NO_PASSKEY = 'You have no passkey with this id; getPasskeys lists them.';
const BASE64 = 'must be base64url: letters, digits, - and _.';
const NO_KEY = 'This call takes no Idempotency-Key; see its description in /docs.';
const looksOwn = (name: string) => `${name} looks like a name of the exchange itself. Choose another one.`;

export const PEOPLE: readonly Row[] = [
  ['an invitation for 0 uses', invite({ uses: 0 }), 400, 'invalid_request', USES],
  ['an invitation for -1 uses', invite({ uses: -1 }), 400, 'invalid_request', USES],
  ['an invitation for 10001 uses', invite({ uses: 10_001 }), 400, 'invalid_request', USES],
  ['an invitation for 1.5 uses', invite({ uses: 1.5 }), 400, 'invalid_request', USES],
  ['an invitation for "many" uses', invite({ uses: 'many' }), 400, 'invalid_request', USES],
  ['an invitation for 0 hours', invite({ expiresInHours: 0 }), 400, 'invalid_request', HOURS],
  ['an invitation for more than a year', invite({ expiresInHours: 8761 }), 400, 'invalid_request', HOURS],
  ['an invitation, role king', invite({ role: 'king' }), 400, 'invalid_request', 'role must be trader or operator.'],
  ['an invitation to a name with a space', invite({ account: 'a b' }), 400, 'invalid_request', `account ${NAME}`],
  [
    'an invitation to an invisible name',
    invite({ account: 'a\u200b' }),
    400,
    'invalid_request',
    `account ${unseen('U+200B')}`,
  ],
  [
    'an invitation that revokes passkeys of no account',
    invite({ revokePasskeys: true }),
    400,
    'invalid_request',
    'revokePasskeys needs account: the account whose passkeys are revoked.',
  ],
  [
    'an invitation with a note of 201 characters',
    invite({ note: 'n'.repeat(201) }),
    400,
    'invalid_request',
    'note must have at most 200 characters.',
  ],
  ['an invitation, invisible note', invite({ note: '\u202e' }), 400, 'invalid_request', `note ${unseen('U+202E')}`],
  ['an invitation, no array', invite({ balances: {} }), 400, 'invalid_request', 'balances must be a JSON array.'],
  [
    'an invitation with 0 apples',
    gift({ token: 'apple', amount: 0 }),
    400,
    'invalid_amount',
    'balances.0.amount must be greater than 0.',
  ],
  [
    'an invitation with half an apple',
    gift({ token: 'bread', amount: 1 }, { token: 'apple', amount: 0.5 }),
    400,
    'invalid_amount',
    'balances.1.amount has more decimal places than the 0 of APPLE.',
  ],
  ['an invitation with unknown token', gift({ token: 'nonesuch', amount: 1 }), 404, 'unknown_token', NONESUCH],
  [
    'an invitation with a token twice',
    gift({ token: 'apple', amount: 1 }, { token: 'apple', amount: 2 }),
    400,
    'invalid_request',
    'balances names the token apple twice; add the amounts up.',
  ],
  [
    'an invitation with 21 balances',
    gift(...Array(21).fill({ token: 'apple', amount: 1 })),
    400,
    'invalid_request',
    'balances must have at most 20 entries.',
  ],
  ['invite by Idempotency-Key', { ...invite({}), headers: { 'idempotency-key': 'k' } }, 400, 'invalid_request', NO_KEY],
  [
    'invitations with an invalid cursor',
    { path: '/getInvitations?cursor=x' },
    400,
    'bad_cursor',
    'cursor must be the nextCursor of an earlier answer.',
  ],
  [
    'revokeInvitation of an unknown id',
    { path: '/revokeInvitation', body: { id: SECRET } },
    404,
    'not_found',
    'There is no invitation with this id; getInvitations lists them.',
  ],
  [
    'setSignUp to an unknown value',
    { path: '/setSignUp', body: { signUp: 'few' } },
    400,
    'invalid_request',
    'signUp must be off, invite, open or setting.',
  ],
  ['getSignUp with a host', { path: '/getSignUp?host=a' }, 400, 'invalid_request', /^host is not a parameter/],

  ['guessed invitation', { path: '/getInvitation', body: { invitation: SECRET } }, 404, 'invitation_invalid', INVALID],
  [
    'a guessed invitation that is longer',
    { path: '/getInvitation', body: { invitation: `${SECRET}A` } },
    404,
    'invitation_invalid',
    INVALID,
  ],
  [
    'an invitation of 129 characters',
    { path: '/getInvitation', body: { invitation: 'm'.repeat(129) } },
    400,
    'invalid_request',
    'invitation must have at most 128 characters.',
  ],
  [
    'an invitation as the name of a field',
    { path: '/getInvitation', body: { invitation: SECRET, [SECRET]: 1 } },
    400,
    'invalid_request',
    `"mi_${'0'.repeat(28)}_…" is not a field of this call.`,
  ],
  ['a name of 2 letters', check({ name: 'ab' }), 422, 'input_refused', FORM],
  ['a name of 33 letters', check({ name: 'a'.repeat(33) }), 422, 'input_refused', FORM],
  ['a name of 65 letters', check({ name: 'a'.repeat(65) }), 400, 'invalid_request', /^name must have at most 64/],
  ['a name in capitals', check({ name: 'Alice' }), 422, 'input_refused', FORM],
  ['a name with a Cyrillic letter', check({ name: 'аlice' }), 422, 'input_refused', FORM],
  ['a name with a space', check({ name: 'al ice' }), 422, 'input_refused', FORM],
  ['a name of the exchange', check({ name: 'adm1n-team' }), 422, 'input_refused', looksOwn('adm1n-team')],
  ['a name that looks like "local"', check({ name: 'l0cal' }), 422, 'input_refused', looksOwn('l0cal')],
  ['checkName by a guess', check({ name: 'newcomer', invitation: SECRET }), 404, 'invitation_invalid', INVALID],
  ['signing up without a name', { path: '/beginSignUp', body: {} }, 422, 'input_refused', FORM],
  [
    'signing up without a passkey',
    signUp({}),
    400,
    'invalid_request',
    'passkey is missing; send it, or credential: "key" for an API key.',
  ],
  [
    'signing up with a password',
    signUp({ credential: 'password' }),
    400,
    'invalid_request',
    'credential must be passkey or key.',
  ],
  ['signing up with an unknown challenge', signUp({ passkey: MADE }), 422, 'passkey_refused', LATE],
  [
    'signing up with a passkey of no JSON',
    signUp({ passkey: { ...MADE, clientDataJSON: 'AQID' } }),
    422,
    'passkey_refused',
    LATE,
  ],
  [
    'signing up with a passkey in plain base64',
    signUp({ passkey: { ...MADE, id: 'AQ+/' } }),
    400,
    'invalid_request',
    `passkey.id ${BASE64}`,
  ],
  [
    'signing up with a passkey in 9 ways',
    signUp({ passkey: { ...MADE, transports: Array(9).fill('usb') } }),
    400,
    'invalid_request',
    'passkey.transports must have at most 8 entries.',
  ],
  [
    'signing up with a hidden label',
    signUp({ passkey: MADE, label: '\u200b' }),
    400,
    'invalid_request',
    `label ${unseen('U+200B')}`,
  ],
  [
    'signing up for a key with a guessed invitation',
    signUp({ credential: 'key', invitation: SECRET }),
    404,
    'invitation_invalid',
    INVALID,
  ],
  [
    'signing up with a key as an operator',
    signUp({ credential: 'key', role: 'operator' }),
    400,
    'invalid_request',
    /^role is not a field/,
  ],

  [
    'signing in by name',
    { path: '/beginSignIn', body: { account: 'a' } },
    400,
    'invalid_request',
    /^account is not a field/,
  ],
  ['signing in with an unknown challenge', signIn({ passkey: PROOF }), 422, 'passkey_refused', LATE],
  [
    'signing in with an id of 1401 characters',
    signIn({ passkey: { ...PROOF, id: 'A'.repeat(1401) } }),
    400,
    'invalid_request',
    'passkey.id must have at most 1400 characters.',
  ],

  ['another’s passkeys', { path: '/getPasskeys?account=ann' }, 400, 'invalid_request', /^account is not a parameter/],
  ['a passkey without a browser', { path: '/beginPasskey', body: {} }, 401, 'unauthorized', BROWSER],
  [
    'beginPasskey for another account',
    { path: '/beginPasskey', body: { account: 'ann' } },
    400,
    'invalid_request',
    /^account is not a field/,
  ],
  ['a new passkey without a browser', add({}), 401, 'unauthorized', BROWSER],
  [
    'a name of a passkey of 65 characters',
    add({ name: 'n'.repeat(65) }),
    400,
    'invalid_request',
    /^name must have at most 64/,
  ],
  ['revokePasskey of an unknown id', revoke({}), 404, 'not_found', NO_PASSKEY],
  ['revokePasskey of an unknown id, with force', revoke({ force: true }), 404, 'not_found', NO_PASSKEY],
  ['revokePasskey, force as a text', revoke({ force: 'yes' }), 400, 'invalid_request', 'force must be a boolean.'],
];
