// Bad requests to the calls that exist on TON only; valid ones are refused by the ledger.
import type { Row } from './row.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const wallet = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const HASH = 'ab'.repeat(32);
const HERE = 'This exchange settles on its own ledger, where accounts have no wallets (VENUE=ledger).';
const proof = { timestamp: 1, domain: { lengthBytes: 1, value: 'a' }, signature: 'a', payload: 'a' };

export const TON: readonly Row[] = [
  ['a wallet on the ledger', { path: '/getWallet' }, 422, 'not_on_this_venue', HERE],
  [
    'a swap to sign on the ledger',
    { path: '/buildSwap', body: { wallet, Pair, amount: { tokenA: 1 } } },
    ...([422, 'not_on_this_venue', HERE] as const),
  ],
  [
    'buildProvide with a wallet and no pair',
    { path: '/buildProvide', body: { wallet } },
    400,
    'invalid_request',
    'Pair is missing.',
  ],
  [
    'buildRefund with both staged and percentage',
    { path: '/buildRefund', body: { wallet, jetton0: 'apple', jetton1: 'bread', staged: true, percentage: 50 } },
    ...([400, 'invalid_request', 'percentage does not go with staged.'] as const),
  ],
  [
    'trackSwap with a hash that is too short',
    { path: '/trackSwap', body: { wallet, Pair, bodyHash: 'ab' } },
    ...([400, 'invalid_request', 'bodyHash must be 64 hexadecimal digits.'] as const),
  ],
  [
    'trackLiquidity with an invalid hash',
    { path: '/trackLiquidity', body: { wallet, Pair, kind: 'provide', bodyHashes: [HASH, 'x'] } },
    ...([400, 'invalid_request', 'Each of bodyHashes must be 64 hexadecimal digits.'] as const),
  ],
  [
    'liquidity to track on the ledger',
    { path: '/trackLiquidity', body: { wallet, Pair, kind: 'refund', bodyHashes: [HASH] } },
    ...([422, 'not_on_this_venue', HERE] as const),
  ],
  ['tonProofPayload on the ledger', { path: '/tonProofPayload' }, 422, 'not_on_this_venue', HERE],
  ['tonProof on the ledger', { path: '/tonProof', body: { address: wallet, proof } }, 422, 'not_on_this_venue', HERE],
];
