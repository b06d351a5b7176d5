// Bad requests about webhooks.
import { NAME, type Row, unseen } from './row.ts';

const ID = 'hook_0123456789abcdef01234567';
const create = (fields: object) => ({ path: '/createWebhook', body: { url: 'https://8.8.8.8/', ...fields } });
const one = (path: string, fields: object = {}) => ({ path, body: { id: ID, ...fields } });

const NONE = 'There is no webhook with this id; getWebhooks lists them.';
const CURSOR = 'cursor must be the nextCursor of an earlier answer.';
const AFTER = /^after must be a whole number from 0 to the current sequence, 9\.$/;
const PLAIN = 'url must start with https:// and must not name a port.';
const NOT_PUBLIC = 'url must resolve, and only to public addresses.';
const KINDS =
  'must be swap, provide, refund, createPool, registerToken, collectFees, setPoolFees, setPoolStatus, updateToken, ' +
  'matchOrders, liabilities, audited, forked, placeOrder, triggerOrder, closeOrder, deposit, withdraw, transfer, settlementFailed or takeBack.';
const url = (text: string) => create({ url: text });

export const WEBHOOKS: readonly Row[] = [
  [
    'a webhook to a URL of over 2048 characters',
    url(`https://8.8.8.8/${'a'.repeat(2048)}`),
    400,
    'invalid_request',
    'url must have at most 2048 characters.',
  ],
  ['a webhook to "hooks"', url('hooks'), 422, 'input_refused', 'url must be a URL that starts with https://.'],
  ['a webhook to a file', url('file:///etc'), 422, 'input_refused', 'url must be a URL that starts with https://.'],
  ['a webhook without TLS', url('http://8.8.8.8/'), 422, 'input_refused', PLAIN],
  ['a webhook to a port', url('https://8.8.8.8:22/'), 422, 'input_refused', PLAIN],
  ['a webhook to a private address', url('https://10.0.0.1/'), 422, 'input_refused', NOT_PUBLIC],
  ['a webhook to a link-local address', url('https://169.254.169.254/latest'), 422, 'input_refused', NOT_PUBLIC],
  ['a webhook to a private address as a number', url('https://167772161/'), 422, 'input_refused', NOT_PUBLIC],
  ['a webhook to a private address as IPv6', url('https://[::ffff:10.0.0.1]/'), 422, 'input_refused', NOT_PUBLIC],
  [
    'a webhook with a password',
    url('https://a:b@8.8.8.8/'),
    422,
    'input_refused',
    'url must not contain a user name or password.',
  ],
  [
    'a webhook with a fragment',
    url('https://8.8.8.8/#a'),
    422,
    'input_refused',
    'url must not contain a fragment (#).',
  ],
  ['a webhook of an unknown kind', create({ kinds: ['swop'] }), 400, 'invalid_request', `kinds.0 ${KINDS}`],
  ['a webhook of kinds as text', create({ kinds: 'swap' }), 400, 'invalid_request', 'kinds must be a JSON array.'],
  [
    'a webhook of too many kinds',
    create({ kinds: Array(22).fill('swap') }),
    400,
    'invalid_request',
    'kinds must have at most 21 entries.',
  ],
  [
    'a webhook of an unknown pool, by address',
    create({ pools: ['nonesuch'] }),
    404,
    'unknown_pool',
    'There is no pool with the address nonesuch; getPools lists them.',
  ],
  ['a webhook of a pool with a space', create({ pools: ['a b'] }), 400, 'invalid_request', `pools.0 ${NAME}`],
  ['a webhook, invisible pool', create({ pools: ['a\u200b'] }), 400, 'invalid_request', `pools.0 ${unseen('U+200B')}`],
  [
    'a webhook of 101 pools',
    create({ pools: Array(101).fill('a') }),
    400,
    'invalid_request',
    'pools must have at most 100 entries.',
  ],
  ['a webhook after more than the current sequence', create({ after: 10 }), 400, 'invalid_request', AFTER],
  ['a webhook after a negative sequence', create({ after: -1 }), 400, 'invalid_request', AFTER],
  ['a webhook after a fraction', create({ after: 1.5 }), 400, 'invalid_request', AFTER],
  ['a webhook after a text', create({ after: 'the first' }), 400, 'invalid_request', AFTER],
  [
    'a webhook with its own secret',
    create({ secret: 'a' }),
    400,
    'invalid_request',
    'secret is not a field of this call.',
  ],
  [
    'a webhook with an Idempotency-Key',
    { ...create({}), headers: { 'idempotency-key': 'a' } },
    400,
    'invalid_request',
    'This call takes no Idempotency-Key; see its description in /docs.',
  ],
  ['webhooks with an invalid cursor', { path: '/getWebhooks?cursor=hook_1' }, 400, 'bad_cursor', CURSOR],
  [
    'webhooks with both account and all',
    { path: '/getWebhooks?account=ann&all=true' },
    400,
    'invalid_request',
    'Send account or all, not both.',
  ],
  ['webhooks with all=false', { path: '/getWebhooks?all=false' }, 400, 'invalid_request', 'all must be true.'],
  ['setWebhookState of an unknown webhook', one('/setWebhookState', { state: 'active' }), 404, 'not_found', NONE],
  [
    'setWebhookState to an unknown state',
    one('/setWebhookState', { state: 'gone' }),
    400,
    'invalid_request',
    'state must be active or paused.',
  ],
  ['testWebhook of an unknown webhook', one('/testWebhook'), 404, 'not_found', NONE],
  ['rotateWebhookSecret of an unknown webhook', one('/rotateWebhookSecret'), 404, 'not_found', NONE],
  ['deleteWebhook of an unknown webhook', one('/deleteWebhook'), 404, 'not_found', NONE],
];
