// All kinds of side records. A kind that is not listed here cannot be written.

type Listed = {
  /** The file under `src` that writes records of this kind and has the type of their body. */
  readonly writer: string;
  readonly body: string;
  /** When a record may be deleted and is no longer copied. */
  readonly expires: string;
};

const NEVER = 'never';
const AFTER_TOMORROW = 'a day after the day that it counts';

export const SIDE_KINDS = {
  person: { writer: 'access/people/person.ts', body: 'passkeys and invitation of an account', expires: NEVER },
  name: { writer: 'access/people/person.ts', body: 'the account whose name looks like this', expires: NEVER },
  passkey: { writer: 'access/people/person.ts', body: 'public key and use of a passkey', expires: NEVER },
  challenge: { writer: 'access/people/challenges.ts', body: '1: used', expires: 'five minutes after the challenge' },
  secret: { writer: 'access/people/challenges.ts', body: '256 bits that all nodes share', expires: NEVER },
  'sign-up': { writer: 'access/people/sign-up-mode.ts', body: 'the switch of an operator', expires: NEVER },
  due: { writer: 'access/people/opening.ts', body: 'deposits that an invitation owes', expires: NEVER },
  invitation: { writer: 'access/invitations.ts', body: 'an invitation, by the hash of its secret', expires: NEVER },
  'import link': { writer: 'access/import/import.ts', body: 'the invitation of an imported account', expires: NEVER },
  'keys added': { writer: 'access/keys.ts', body: 'lock on the set of keys of an account', expires: 'a day later' },
  tally: { writer: 'access/tally.ts', body: 'a sum of the day', expires: AFTER_TOMORROW },
  requests: { writer: 'access/usage.ts', body: 'the last requests of a key', expires: 'a week after the last' },
  deliveries: {
    writer: 'access/usage.ts',
    body: 'the last deliveries of a webhook',
    expires: '30 days after the last',
  },
  used: { writer: 'access/usage.ts', body: 'when a key or session was last used', expires: '400 days later' },
  'faucet claim': { writer: 'access/faucet.ts', body: 'taken or minted', expires: AFTER_TOMORROW },
  'faucet address': {
    writer: 'access/faucet.ts',
    body: 'accounts that claimed from a network',
    expires: AFTER_TOMORROW,
  },
  'faucet total': { writer: 'access/faucet.ts', body: 'claims of the day', expires: AFTER_TOMORROW },
  orders: { writer: 'access/orders-pause.ts', body: 'who paused the placing of orders, and when', expires: NEVER },
  'cancel after': {
    writer: 'access/cancel-after.ts',
    body: 'when a key that is not renewed cancels its orders',
    expires: NEVER,
  },
  brand: { writer: 'brand/brand.ts', body: 'name, logo and colours that operators set', expires: NEVER },
  image: { writer: 'images/kept-images.ts', body: 'an image, by its hash', expires: NEVER },
  images: { writer: 'images/kept-images.ts', body: 'number and bytes of all images', expires: NEVER },
  log: { writer: 'cli/serve/public-log.ts', body: 'origin and secret of a public log', expires: NEVER },
  venue: { writer: 'cli/serve/venue-mark.ts', body: 'what the exchange settles on', expires: NEVER },
} as const satisfies Readonly<Record<string, Listed>>;

export type SideKindName = keyof typeof SIDE_KINDS;
