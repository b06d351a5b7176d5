// Bad requests to the operator's calls.
import { MAX, NAME, NO_POOL, NONESUCH, type Row, SAME } from './row.ts';

const token = (fields: object) => ({
  path: '/registerToken',
  body: { address: 'dates', symbol: 'DATES', decimals: 6, ...fields },
});
const pool = (fields: object) => ({
  path: '/createPool',
  body: { Pair: { tokenA: 'bread', tokenB: 'corn' }, ...fields },
});
const deposit = (fields: object) => ({
  path: '/deposit',
  body: { account: 'local', token: 'apple', amount: 1, reference: 'test', ...fields },
});
const withdraw = (fields: object) => ({ ...deposit(fields), path: '/withdraw' });
const collect = (Pair: unknown) => ({ path: '/collectFees', body: { Pair } });

const fees = (fields: object) => ({
  path: '/setPoolFees',
  body: { Pair: { tokenA: 'apple', tokenB: 'bread' }, ...fields },
});
const status = (fields: object) => ({
  path: '/setPoolStatus',
  body: { Pair: { tokenA: 'apple', tokenB: 'bread' }, status: 'paused', ...fields },
});
const update = (fields: object) => ({ path: '/updateToken', body: { address: 'apple', ...fields } });

const DECIMALS = 'decimals must be a whole number from 0 to 30.';
const AMPLIFICATION = 'A stable pool needs an amplification: a whole number from 1 to 1000000.';
const FEES = 'The fees are too high: lpFee must be below 1, and protocolFee and refFee together at most 0.5.';
const fraction = (field: string) => `${field} must be a fraction from 0 to 1 with at most 6 decimal places.`;

export const OPERATOR: readonly Row[] = [
  [
    'setPoolFees without fees',
    fees({}),
    400,
    'invalid_request',
    'Send at least one of lpFee, protocolFee, refFee and protocolFeeAddress.',
  ],
  ['a rate of 1', fees({ lpFee: 1 }), 422, 'fees_too_high', FEES],
  [
    'rates of half a swap without force',
    fees({ lpFee: 0.5 }),
    422,
    'unusual_fees',
    'lpFee, protocolFee and refFee add up to 50.2 % of a swap. Send force: true if this is intended.',
  ],
  [
    'a fee that is rounded up to a whole apple, without force',
    fees({ protocolFee: 0.002, refFee: 0 }),
    422,
    'unusual_fees',
    'APPLE has 0 decimals, and protocolFee and refFee are rounded up to its smallest unit: every swap into it would pay at least 1 APPLE. Set both to 0, or send force: true if this is intended.',
  ],
  [
    'a force that is no boolean, but a text',
    fees({ lpFee: 0, force: 'yes' }),
    400,
    'invalid_request',
    'force must be a boolean.',
  ],
  ['a rate above 1', fees({ lpFee: 1.1 }), 400, 'invalid_amount', fraction('lpFee')],
  [
    'rates of a pair without a pool',
    fees({ Pair: { tokenA: 'bread', tokenB: 'corn' }, lpFee: 0 }),
    404,
    'unknown_pool',
    NO_POOL,
  ],
  [
    'an unknown status of a pool',
    status({ status: 'closed' }),
    400,
    'invalid_request',
    'status must be listed, hidden or paused.',
  ],
  [
    'updateToken without a change',
    update({ force: true }),
    400,
    'invalid_request',
    'Send at least one of name, logo and status.',
  ],
  ['updateToken of decimals', update({ decimals: 1 }), 400, 'invalid_request', 'decimals is not a field of this call.'],
  ['updateToken, unknown token', update({ address: 'nonesuch', name: 'N' }), 404, 'unknown_token', NONESUCH],
  [
    'a token that is registered',
    token({ address: 'apple' }),
    422,
    'token_exists',
    'Token apple is already registered.',
  ],
  ['a token of 31 decimals', token({ decimals: 31 }), 400, 'invalid_request', DECIMALS],
  ['a token of −1 decimals', token({ decimals: -1 }), 400, 'invalid_request', DECIMALS],
  ['a token of 1.5 decimals', token({ decimals: 1.5 }), 400, 'invalid_request', DECIMALS],
  ['a token of "6" decimals', token({ decimals: '6' }), 400, 'invalid_request', DECIMALS],
  ['a token with a space in its address', token({ address: 'the lock' }), 400, 'invalid_request', `address ${NAME}`],
  [
    'a token with a space in its symbol',
    token({ symbol: 'D S' }),
    400,
    'invalid_request',
    'symbol must be 1 to 32 printable characters without spaces.',
  ],
  [
    'a token with a symbol of 33 characters',
    token({ symbol: 'D'.repeat(33) }),
    400,
    'invalid_request',
    'symbol must have at most 32 characters.',
  ],
  [
    'a token with an unknown field',
    token({ supply: 1 }),
    400,
    'invalid_request',
    'supply is not a field of this call.',
  ],

  [
    'a pool that exists',
    pool({ Pair: { tokenA: 'apple', tokenB: 'bread' } }),
    422,
    'pool_exists',
    'The pool of APPLE and BREAD already exists.',
  ],
  [
    'a pool that exists with its tokens reversed',
    pool({ Pair: { tokenA: 'bread', tokenB: 'apple' } }),
    422,
    'pool_exists',
    'The pool of BREAD and APPLE already exists.',
  ],
  ['a pool of the same token twice', pool({ Pair: { tokenA: 'apple', tokenB: 'apple' } }), 400, 'same_token', SAME],
  [
    'a pool of an unknown token',
    pool({ Pair: { tokenA: 'apple', tokenB: 'nonesuch' } }),
    404,
    'unknown_token',
    NONESUCH,
  ],
  ['a pool whose lpFee takes everything', pool({ lpFee: 1 }), 422, 'fees_too_high', FEES],
  ['a pool whose other fees exceed a half', pool({ protocolFee: 0.3, refFee: '0.200001' }), 422, 'fees_too_high', FEES],
  ['a pool whose protocolFee and default refFee exceed a half', pool({ protocolFee: 0.5 }), 422, 'fees_too_high', FEES],
  [
    'a pool with rates of 5 %, without force',
    pool({ lpFee: 0.048 }),
    422,
    'unusual_fees',
    'lpFee, protocolFee and refFee add up to 5 % of a swap. Send force: true if this is intended.',
  ],
  ['a stable pool without an amplification', pool({ curve: 'stable' }), 400, 'invalid_request', AMPLIFICATION],
  ['an amplification of 0', pool({ curve: 'stable', amplification: 0 }), 400, 'invalid_request', AMPLIFICATION],
  [
    'an amplification of 1000001',
    pool({ curve: 'stable', amplification: 1_000_001 }),
    400,
    'invalid_request',
    AMPLIFICATION,
  ],
  ['an amplification of 1.5', pool({ curve: 'stable', amplification: 1.5 }), 400, 'invalid_request', AMPLIFICATION],
  [
    'an amplification of "many"',
    pool({ curve: 'stable', amplification: 'many' }),
    400,
    'invalid_request',
    AMPLIFICATION,
  ],
  [
    'an amplification of a pool that is not stable',
    pool({ amplification: 200 }),
    400,
    'invalid_request',
    'amplification is only for pools with a stable curve.',
  ],
  [
    'a pool of an unknown curve',
    pool({ curve: 'flat' }),
    400,
    'invalid_request',
    'curve must be constant-product or stable.',
  ],
  ['an lpFee above 1', pool({ lpFee: 1.000001 }), 400, 'invalid_amount', fraction('lpFee')],
  ['an lpFee of 7 fraction digits', pool({ lpFee: 0.0000001 }), 400, 'invalid_amount', fraction('lpFee')],
  ['a negative protocolFee', pool({ protocolFee: -0.001 }), 400, 'invalid_amount', fraction('protocolFee')],
  ['a refFee in percent', pool({ refFee: '0.1%' }), 400, 'invalid_amount', fraction('refFee')],
  [
    'a protocolFeeAddress with a space',
    pool({ protocolFeeAddress: 'a b' }),
    400,
    'invalid_request',
    `protocolFeeAddress ${NAME}`,
  ],

  [
    'a deposit with a reference of 257 characters',
    deposit({ reference: 'r'.repeat(257) }),
    400,
    'invalid_request',
    'reference must have at most 256 characters.',
  ],
  ['a deposit to an account with a space', deposit({ account: 'pool 7' }), 400, 'invalid_request', `account ${NAME}`],
  ['a deposit of 0', deposit({ amount: 0 }), 400, 'invalid_amount', 'amount must be greater than 0.'],
  [
    'a deposit of a negative amount',
    deposit({ amount: '-5' }),
    400,
    'invalid_amount',
    'amount must be greater than 0.',
  ],
  [
    'a deposit of half an apple',
    deposit({ amount: 0.5 }),
    400,
    'invalid_amount',
    'amount has more decimal places than the 0 of APPLE.',
  ],
  [
    'a deposit of 2^120 base units',
    deposit({ amount: '1329227995784915872903807060280344576' }),
    400,
    'invalid_amount',
    `amount exceeds the maximum of ${MAX} APPLE.`,
  ],
  [
    'a deposit that makes the total exceed the maximum',
    deposit({ amount: '1329227995784915872903807060279334576' }),
    422,
    'amount_too_large',
    `The total amount of APPLE would exceed the maximum of ${MAX}.`,
  ],
  ['a deposit of an unknown token', deposit({ token: 'nonesuch' }), 404, 'unknown_token', NONESUCH],
  [
    'a withdrawal of more than is held',
    withdraw({ amount: 10_001 }),
    422,
    'insufficient_funds',
    'Account local holds 10000 APPLE, but 10001 is needed.',
  ],
  [
    'a withdrawal from an empty account',
    withdraw({ account: 'nobody' }),
    422,
    'insufficient_funds',
    'Account nobody holds 0 APPLE, but 1 is needed.',
  ],
  ["a withdrawal from a pool's reserve", withdraw({ account: 'pool 7' }), 400, 'invalid_request', `account ${NAME}`],

  [
    'collectFees of a pool without fees',
    collect({ tokenA: 'apple', tokenB: 'bread' }),
    422,
    'nothing_to_collect',
    'The pool of APPLE and BREAD has no collected protocol fees.',
  ],
  ['collectFees, no such pool', collect({ tokenA: 'bread', tokenB: 'corn' }), 404, 'unknown_pool', NO_POOL],
  [
    'collectFees of a pair with a third token',
    collect({ tokenA: 'apple', tokenB: 'bread', tokenC: 'corn' }),
    400,
    'invalid_request',
    'Pair.tokenC is not a field of this call.',
  ],
];
