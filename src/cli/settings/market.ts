// Settings of the market: routes, orders, fees, and the faucet.
import type { FaucetOptions } from '../../access/faucet.ts';
import { accountName, tokenAddress } from '../../address.ts';
import type { QuoteChoice } from '../../ports/venue/listing.ts';
import { USDT } from '../demo/demo.ts';
import { choice, fault, fraction, listed, number, setting } from './readers.ts';

export const MARKET = {
  MAX_PRICE_IMPACT: fraction(
    '0.15',
    'Maximum price impact of a swap, or part of a liquidity deposit left over, if the request sets no limit',
  ),
  ROUTING: choice(
    'WAY',
    'best',
    ['best', 'direct'],
    'Default routing of swaps: best, the route that pays most; direct, only the pool of the pair',
  ),
  MARKET_EVERY: number('MS', '10000', [1, 600_000], 'How often market data is stored, by one process at a time'),
  QUOTE_TOKEN: setting(
    'ADDRESS',
    '',
    'Token that values are quoted in; default USDT if registered, else the first token registered',
    readQuote,
  ),
  POOL_CREATION: choice(
    'WHO',
    'anyone',
    ['anyone', 'operators'],
    'Who may create a pool by providing liquidity: anyone, or operators only',
  ),
  TRANSFERS: choice('WHEN', 'on', ['on', 'off'], 'Whether accounts may send tokens to each other: on or off'),
  ORDERS: choice(
    'WHEN',
    'on',
    ['on', 'off'],
    'Whether new orders may be placed: on or off; those that wait can always be cancelled',
  ),
  MAX_OPEN_ORDERS: number('NUMBER', '200', [1, 100_000], 'Maximum open orders of an account'),
  MAX_ALL_OPEN_ORDERS: number('NUMBER', '100000', [1, 1_000_000], 'Maximum open orders of all accounts'),
  MATCH_FEE: fraction(
    '0',
    'Fee of two orders that fill each other, paid by the newer one, where the pool of the pair has a protocol fee',
  ),
  LP_FEE: fraction('0.002', 'Default LP fee'),
  PROTOCOL_FEE: fraction('0.001', 'Default protocol fee'),
  REF_FEE: fraction('0.001', 'Default referral fee'),
  TREASURY: setting('ACCOUNT', 'treasury', 'Account that receives collected protocol fees', readAccountName),
  FAUCET: setting(
    'OFFERS',
    '',
    'Test tokens that every account may claim once a day, newly issued: TON:100/day,USDT:250/day; by symbol or address',
    readFaucet,
  ),
} as const;

/**
 * If no token is configured, USDT is used or, if it is not registered, the first token. A configured token is never replaced by
 * another.
 */
function readQuote(text: string): QuoteChoice {
  if (text === '') return { token: USDT.address, orFirst: true };
  const token = tokenAddress(text) ?? fault('must be the address of a token');
  return { token, orFirst: false };
}

/** The most offers of the faucet: the page shows one button for each. */
const MOST_OFFERS = 20;

const OFFER = /^(?<token>[^\s,]{1,128}):(?<amount>\d{1,40}(\.\d{1,30})?)\/day$/;

function readFaucet(text: string): FaucetOptions['offers'] {
  const offers = listed(text).map((item) => {
    const { token = '', amount = '' } = OFFER.exec(item)?.groups ?? {};
    return { token, amount };
  });
  const isSound = offers.every(({ amount }) => /[1-9]/.test(amount)) && offers.length <= MOST_OFFERS;
  return isSound && new Set(offers.map(({ token }) => token)).size === offers.length
    ? offers
    : fault(`must be up to ${MOST_OFFERS} offers like TON:100/day, separated by commas, each of another token`);
}

function readAccountName(text: string) {
  return accountName(text) ?? fault('must be 1 to 128 printable characters without spaces');
}
