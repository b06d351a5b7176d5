// Invitations, signing up and passkeys.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Address, Decimal, Fields, PageQuery, Text, Whole } from './fields.ts';
import { Flag, Moment, Num, OrNull, PageOf, Str, Word } from './records.ts';

const operator = { who: 'operator', tag: 'Sessions' } as const;
const operatorChange = { ...operator, method: 'POST', changes: true, takesNoKey: true } as const;
/** Calls of people who are not signed in. They count as 5 quotes because they write to the database or look up several things. */
const visitor = { who: 'anyone', tag: 'Sessions', method: 'POST', changes: true, takesNoKey: true, weight: 5 } as const;
const owner = { ...visitor, who: 'trader' } as const;

const Role = (description: string) => Word(description, 'trader', 'operator');
const Mode = (description: string) => Word(description, 'off', 'invite', 'open');

const Balances = Type.Array(
  Type.Object({
    token: Str('Token address.', 'apple'),
    symbol: Str('Token symbol.', 'APPLE'),
    amount: Num('Amount deposited for each person who accepts.', 100),
  }),
  { description: 'Opening balances.' },
);

export const InvitationRecord = Type.Object({
  id: Str('Invitation id; not secret.', 'fe6573e7b3ff0011223344556677'),
  state: Word('`active` while it can be accepted.', 'active', 'used', 'expired', 'revoked'),
  role: Role('Role of whoever accepts.'),
  uses: Num('How many people can accept it.', 30),
  usesLeft: Num('How many still can.', 12),
  expiresAt: Moment('When it expires.'),
  balances: Balances,
  account: OrNull(Type.String(), 'The account it is for; null if a name can be chosen.', null),
  revokePasskeys: Flag('Whether accepting revokes what the account had, as in createInvitation.', false),
  note: Str('Note of the operator.', 'Class 7b'),
  createdBy: Str('The operator who made it.', 'local'),
  createdAt: Moment('When it was made.'),
  revokedAt: OrNull(Type.String(), 'When it was revoked; null while it was not.', null),
});

export const createInvitation = declareCall({
  ...operatorChange,
  name: 'createInvitation',
  needsProof: 'always',
  summary: 'Create an invitation',
  description:
    'The link is shown only in this answer. Opening balances are deposited once per person who accepts. With `account`, only for that account, for example to replace a lost passkey, even while sign-up is off.',
  input: Fields({
    role: Type.Optional(Role('Role of whoever accepts. Default `trader`.')),
    uses: Type.Optional(Whole('How many people can accept it, 1 to 10000. Default 1.', 1)),
    expiresInHours: Type.Optional(Whole('Hours until it expires, 1 to 8760. Default 168 (a week).', 168)),
    balances: Type.Optional(
      Type.Array(
        Fields({
          token: Address('Token address.'),
          amount: Decimal('Amount to deposit.', 100),
        }),
        { maxItems: 20, description: 'Opening balances, each token once.' },
      ),
    ),
    account: Type.Optional(Address('The account it is for; it need not exist yet.', 'alice')),
    revokePasskeys: Type.Optional(
      Flag(
        'With `account`: accepting revokes its passkeys, keys and sessions, pauses its webhooks and cancels its orders.',
        false,
      ),
    ),
    note: Type.Optional(Text('A note for operators.', 'Class 7b', 200)),
  }),
  output: Type.Object({
    ...InvitationRecord.properties,
    secret: Str('The secret of the link.', 'mi_fe6573e7b3ff0011223344556677_…'),
    link: Str('The link to send. A path if PUBLIC_URL is not set.', 'https://pond.example/join#mi_…'),
  }),
  refusals: ['unknown_token'],
});

export const getInvitations = declareQuery({
  ...operator,
  name: 'getInvitations',
  summary: 'List invitations',
  description: 'Newest first, including those that can no longer be accepted, without secrets.',
  input: Fields(PageQuery),
  output: PageOf('invitations', InvitationRecord),
});

export const revokeInvitation = declareCall({
  ...operatorChange,
  name: 'revokeInvitation',
  needsProof: 'always',
  summary: 'Revoke an invitation',
  description: 'Takes effect at once on every node. People who accepted it before are not affected.',
  input: Fields({ id: Text('Invitation id.', 'fe6573e7b3ff0011223344556677', 128) }),
  output: InvitationRecord,
  refusals: ['not_found invitation'],
});

export const setSignUp = declareCall({
  ...operatorChange,
  name: 'setSignUp',
  needsProof: 'always',
  summary: 'Open or close sign-up',
  description: 'At once on every node; overrides the setting SIGNUP until `setting` is sent.',
  input: Fields({
    signUp: Word('Who can sign up; `setting` follows the setting SIGNUP again.', 'off', 'invite', 'open', 'setting'),
  }),
  output: Type.Object({ signUp: Mode('Who can sign up now: nobody, who has an invitation, or anyone.') }),
});

export const getSignUp = declareQuery({
  who: 'anyone',
  tag: 'Sessions',
  name: 'getSignUp',
  summary: 'Who can sign up',
  description: 'Who can sign up, and where passkeys can be used.',
  input: Fields({}),
  output: Type.Object({
    signUp: Mode('Who can sign up now: nobody, who has an invitation, or anyone.'),
    passkeyHost: OrNull(Type.String(), 'Host name of passkeys; null if they cannot be used here.', 'pond.example'),
    passkeyUrl: OrNull(Type.String(), 'The URL at which the page can use passkeys.', 'https://pond.example'),
  }),
});

const Invitation = Text(
  'Secret of an invitation: the part of its link after #.',
  'mi_fe6573e7b3ff0011223344556677_…',
  128,
);
const Name = Text('The account name to create.', 'alice', 64);

export const getInvitation = declareCall({
  ...visitor,
  name: 'getInvitation',
  summary: 'Look at an invitation',
  description:
    'The role and opening balances that accepting it gives. One that is wrong, used up, expired or revoked is refused with the same code.',
  input: Fields({ invitation: Invitation }),
  output: Type.Object({
    role: Role('Your role.'),
    balances: Balances,
    account: OrNull(Type.String(), 'The account it is for; null if a name can be chosen.', null),
    expiresAt: Moment('When it expires.'),
  }),
  refusals: ['invitation_invalid', 'sign_up_closed'],
});

const SIGN_UP_REFUSALS = ['sign_up_closed', 'invitation_invalid', 'input_refused name', 'name_taken'] as const;

export const checkName = declareCall({
  ...visitor,
  name: 'checkName',
  summary: 'Check an account name',
  description: 'Succeeds if the name can be used to sign up now. A name that looks like another is taken.',
  input: Fields({ invitation: Type.Optional(Invitation), name: Name }),
  output: Type.Object({ name: Str('The name.', 'alice') }),
  refusals: SIGN_UP_REFUSALS,
});

const Credential = (description: string) =>
  Type.Array(
    Type.Object({
      type: Word('Always `public-key`.', 'public-key'),
      id: Str('Credential id, base64url.', 'AQIDBA'),
      transports: Type.Array(Type.String(), {
        description: 'How the authenticator is reached.',
        examples: [['internal']],
      }),
    }),
    { description },
  );

export const CreationOptions = Type.Object(
  {
    challenge: Str('Challenge, base64url. Valid for five minutes.', 'AZ…'),
    rp: Type.Object(
      { id: Str('Host name.', 'pond.example'), name: Str('Name of the exchange.', 'Millpond') },
      { description: 'The exchange.' },
    ),
    user: Type.Object(
      {
        id: Str('User handle, base64url.', 'q80…'),
        name: Str('Account name.', 'alice'),
        displayName: Str('Account name.', 'alice'),
      },
      { description: 'The account.' },
    ),
    algorithms: Type.Array(Type.String(), {
      description: 'COSE algorithms, best first.',
      examples: [['-7', '-8', '-257']],
    }),
    excludeCredentials: Credential('Passkeys the account already has.'),
  },
  { description: 'Input for `navigator.credentials.create`.' },
);

const Bytes = (description: string, maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9_-]+$',
    title: 'base64url: letters, digits, - and _',
    description: `${description}, base64url.`,
    examples: ['AQIDBA'],
  });

const Registration = Fields(
  {
    id: Bytes('Credential id', 1400),
    clientDataJSON: Bytes('Client data', 4096),
    attestationObject: Bytes('Attestation object', 8192),
    transports: Type.Optional(
      Type.Array(Type.String({ maxLength: 32 }), {
        maxItems: 8,
        description: 'From `getTransports()`.',
        examples: [['internal']],
      }),
    ),
  },
  { description: 'The result of `navigator.credentials.create`.' },
);

const Label = (description: string) => Text(description, 'My phone', 64);

export const beginSignUp = declareCall({
  ...visitor,
  name: 'beginSignUp',
  summary: 'Sign up, step 1 (browser)',
  description: 'Checks invitation and name, and returns what the browser needs.',
  input: Fields({ invitation: Type.Optional(Invitation), name: Type.Optional(Name) }),
  output: Type.Object({ account: Str('The account to be created.', 'alice'), options: CreationOptions }),
  refusals: [...SIGN_UP_REFUSALS, 'passkeys_unavailable'],
});

const SessionData = {
  account: Str('The account of the session.', 'alice'),
  role: Role('`trader` or `operator`.'),
  expiresAt: Moment('When the session expires.'),
};

export const finishSignUp = declareCall({
  ...visitor,
  name: 'finishSignUp',
  summary: 'Sign up, step 2 (browser)',
  description:
    'Creates the account and signs in. Send `passkey` with what the browser returned for beginSignUp, or `credential: "key"` to get an API key, shown only in this answer, without step 1.',
  input: Fields({
    invitation: Type.Optional(Invitation),
    name: Type.Optional(Name),
    credential: Type.Optional(Word('Default `passkey`.', 'passkey', 'key')),
    passkey: Type.Optional(Registration),
    label: Type.Optional(Label('A name for the passkey.')),
  }),
  output: Type.Object({
    ...SessionData,
    expiresAt: OrNull(
      Type.String(),
      'When the session expires; null if none could be begun: then sign in.',
      '2026-11-16T00:00:00.000Z',
    ),
    key: OrNull(Type.String(), 'The API key, with `credential: "key"`; else null.', null),
    balancesDue: Flag('True if opening balances follow later.', false),
    revoked: Type.Array(
      Type.Object({
        id: Str('Key id.', '3f2a9c0d1e4b5a67'),
        name: Str('Its name; empty if it has none.', 'Trading bot'),
        isPasskey: Flag('Whether it was a passkey.', false),
      }),
      {
        description: 'Passkeys and keys that were revoked (`revokePasskeys`).',
      },
    ),
    endedSessions: Num('How many sessions ended.', 0),
    pausedWebhooks: Type.Array(
      Type.Object({
        id: Str('Webhook id.', 'hook_0f1e2d3c4b5a69788796a5b4'),
        url: Str('The URL that it sends events to.', 'https://example.org/hook'),
      }),
      { description: 'Webhooks that were paused. Delete those that you do not know.' },
    ),
    webhooksUnchecked: Flag('True if webhooks could not be paused: see getWebhooks.', false),
    cancelledOrders: Type.Array(Str('Order id.', '01890a5d-ac96-774b-bcce-b302099a8057'), {
      description: 'Open orders that were cancelled.',
      examples: [['01890a5d-ac96-774b-bcce-b302099a8057']],
    }),
    ordersUnchecked: Flag('True if not all open orders could be cancelled: see getOrders.', false),
  }),
  refusals: [
    ...SIGN_UP_REFUSALS,
    'used_up_today sign_ups',
    'passkey_refused',
    'passkeys_unavailable',
    'too_many passkeys',
  ],
});

export const beginSignIn = declareCall({
  ...visitor,
  name: 'beginSignIn',
  summary: 'Sign in with a passkey, step 1 (browser)',
  description: 'Returns what the browser needs to offer passkeys.',
  input: Fields({}),
  output: Type.Object({
    options: Type.Object(
      {
        challenge: Str('Challenge, base64url. Valid for five minutes.', 'AZ…'),
        rpId: Str('Host name.', 'pond.example'),
      },
      { description: 'Input for `navigator.credentials.get`.' },
    ),
  }),
  refusals: ['passkeys_unavailable'],
});

export const finishSignIn = declareCall({
  ...visitor,
  name: 'finishSignIn',
  summary: 'Sign in with a passkey, step 2 (browser)',
  description: 'Verifies what the browser returned and sets the session cookie, as createSession does.',
  input: Fields({
    passkey: Fields(
      {
        id: Bytes('Credential id', 1400),
        clientDataJSON: Bytes('Client data', 4096),
        authenticatorData: Bytes('Authenticator data', 2048),
        signature: Bytes('Signature', 2048),
      },
      { description: 'The result of `navigator.credentials.get`.' },
    ),
  }),
  output: Type.Object(SessionData),
  refusals: ['passkey_refused', 'passkeys_unavailable', 'other_account'],
});

export const PasskeyRecord = Type.Object({
  id: Str('Id of the passkey, also its key id.', '3f2a9c0d1e4b5a67'),
  name: Str('The name that its owner gave it.', 'My phone'),
  synced: Flag('True if it is kept on several devices.', true),
  createdAt: Moment('When it was added.'),
  lastUsedAt: OrNull(Type.String(), 'When it was last used; null if never.', null),
});

export const getPasskeys = declareQuery({
  who: 'trader',
  tag: 'Sessions',
  name: 'getPasskeys',
  summary: "The caller's passkeys",
  description: 'Without those that were revoked; 16 at most.',
  input: Fields({}),
  output: Type.Object({ passkeys: Type.Array(PasskeyRecord, { description: 'Oldest first.' }) }),
});

export const beginPasskey = declareCall({
  ...owner,
  name: 'beginPasskey',
  needsProof: 'always',
  summary: 'Add a passkey, step 1 (browser)',
  description: 'Needs a session whose key is not restricted.',
  input: Fields({}),
  output: Type.Object({ options: CreationOptions }),
  refusals: ['passkey_refused', 'passkeys_unavailable'],
});

export const finishPasskey = declareCall({
  ...owner,
  name: 'finishPasskey',
  needsProof: 'never',
  summary: 'Add a passkey, step 2 (browser)',
  description: 'The passkey has the role of the session.',
  input: Fields({ passkey: Registration, name: Label('A name for the passkey.') }),
  output: PasskeyRecord,
  refusals: ['passkey_refused', 'passkeys_unavailable', 'too_many passkeys'],
});

export const revokePasskey = declareCall({
  ...owner,
  name: 'revokePasskey',
  needsProof: 'always',
  summary: 'Remove a passkey',
  description: 'Ends its sessions at once on every node. The only way to sign in is removed only with `force`.',
  input: Fields({
    id: Text('Id of the passkey.', '3f2a9c0d1e4b5a67', 64),
    force: Type.Optional(Flag('Remove it even if nothing else lets you sign in.', false)),
  }),
  output: PasskeyRecord,
  refusals: ['not_found passkey', 'last_credential'],
});
