// Bad requests to the calls that exist on TON only; valid ones are refused by the ledger.
import type { Row } from './row.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const wallet = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const HASH = 'ab'.repeat(32);
const HERE = 'This exchange settles on its own ledger, where accounts have no wallets (VENUE=ledger).';
const proof = { timestamp: 1, domain: { lengthBytes: 1, value: 'a' }, signature: 'a', payload: 'a' };

export const TON: readonly Row[] = [
  ['a wallet on the ledger', { path: '/getWallet' }, 422, 'not_on_this_venue', HERE],
  ['a swap to sign, of nothing', { path: '/buildSwap', body: {} }, 400, 'invalid_request', 'wallet is missing.'],
  [
    'a swap to sign on the ledger',
    { path: '/buildSwap', body: { wallet, Pair, amount: { tokenA: 1 } } },
    ...([422, 'not_on_this_venue', HERE] as const),
  ],
  [
    'liquidity to sign, of nothing',
    { path: '/buildProvide', body: { wallet } },
    400,
    'invalid_request',
    'Pair is missing.',
  ],
  [
    'a withdrawal to sign, of nothing',
    { path: '/buildRefund', body: { wallet } },
    ...([400, 'invalid_request', 'jetton0 is missing.'] as const),
  ],
  [
    'half of what waits in an LP account',
    { path: '/buildRefund', body: { wallet, jetton0: 'apple', jetton1: 'bread', staged: true, percentage: 50 } },
    ...([400, 'invalid_request', 'percentage does not go with staged.'] as const),
  ],
  [
    'a swap to track without a hash',
    { path: '/trackSwap', body: { wallet, Pair } },
    ...([400, 'invalid_request', 'bodyHash is missing.'] as const),
  ],
  [
    'a swap to track with another hash',
    { path: '/trackSwap', body: { wallet, Pair, bodyHash: 'ab' } },
    ...([400, 'invalid_request', 'bodyHash must be 64 hexadecimal digits.'] as const),
  ],
  [
    'liquidity to track of no kind',
    { path: '/trackLiquidity', body: { wallet, Pair, bodyHashes: [HASH] } },
    ...([400, 'invalid_request', 'kind is missing.'] as const),
  ],
  [
    'liquidity to track by no message',
    { path: '/trackLiquidity', body: { wallet, Pair, kind: 'refund', bodyHashes: [] } },
    ...([400, 'invalid_request', 'bodyHashes must not be empty.'] as const),
  ],
  [
    'liquidity to track with another hash',
    { path: '/trackLiquidity', body: { wallet, Pair, kind: 'provide', bodyHashes: [HASH, 'x'] } },
    ...([400, 'invalid_request', 'Each of bodyHashes must be 64 hexadecimal digits.'] as const),
  ],
  [
    'liquidity to track on the ledger',
    { path: '/trackLiquidity', body: { wallet, Pair, kind: 'refund', bodyHashes: [HASH] } },
    ...([422, 'not_on_this_venue', HERE] as const),
  ],
  ['a payload on the ledger', { path: '/tonProofPayload' }, 422, 'not_on_this_venue', HERE],
  ['a proof of nothing', { path: '/tonProof', body: { address: wallet } }, 400, 'invalid_request', 'proof is missing.'],
  ['a proof on the ledger', { path: '/tonProof', body: { address: wallet, proof } }, 422, 'not_on_this_venue', HERE],
];
