// A transaction of any kind in one sentence: text and amounts, so that amounts can show all of their digits.
import type { GetActivityOutput } from '#client';
import { percent, written } from '../../exact/figures.ts';

export type Done = GetActivityOutput['activity'][number];
export type Kind = Done['kind'];
type Piece = string | { readonly amount: string; readonly symbol: string };

type SymbolOf = (token: string) => string;

const STATUS: Readonly<Record<string, string>> = { listed: 'Listed', paused: 'Paused', hidden: 'Hid' };

export function sentenceOf(done: Done, symbolOf: SymbolOf): readonly Piece[] {
  const of = (amount: string | undefined, token: string | undefined): Piece => ({
    amount: amount ?? '0',
    symbol: symbolOf(token ?? ''),
  });
  const [a, b] = [of(done.amountA, done.tokenA), of(done.amountB, done.tokenB)];
  const pair = `${symbolOf(done.tokenA ?? '')}/${symbolOf(done.tokenB ?? '')}`;
  const token = symbolOf(done.token ?? '');
  switch (done.kind) {
    case 'swap':
      return ['Swapped ', a, ' for ', b];
    case 'referral':
      return ['Earned ', of(done.amount, done.token), ' as the referrer of a swap'];
    case 'provide':
      return ['Added ', a, ' and ', b, ` to ${pair}`];
    case 'refund':
      return ['Withdrew ', a, ' and ', b, ` from ${pair}`];
    case 'deposit':
      return ['Deposited ', of(done.amount, done.token)];
    case 'withdraw':
      return ['Paid out ', of(done.amount, done.token)];
    case 'collectFees':
      return ['Collected ', a, ' and ', b, ` of protocol fees from ${pair}`];
    case 'createPool':
      return [`Created the pool ${pair}, ${feeWords(done)}`];
    case 'registerToken':
      return [`Registered the token ${token}`];
    case 'setPoolFees':
      return [`Set the fees of ${pair}: ${feeWords(done)}`];
    case 'setPoolStatus':
      return [`${STATUS[done.status ?? ''] ?? 'Changed'} the pool ${pair}`];
    case 'updateToken':
      return [updateWords(done, token)];
  }
}

const feeWords = ({ lpFee, protocolFee }: Done): string =>
  `${percent(lpFee ?? '0')} to providers, ${percent(protocolFee ?? '0')} to the protocol`;

function updateWords({ name, logo, status }: Done, token: string): string {
  if (status !== undefined && name === undefined && logo === undefined) {
    return `${STATUS[status] ?? 'Changed'} the token ${token}`;
  }
  const changes = [
    name !== undefined && `its name is now “${name}”`,
    logo !== undefined && 'it has another logo',
    status !== undefined && `it is ${status}`,
  ].filter((change) => change !== false);
  return `Changed the token ${token}${changes.length > 0 ? `: ${changes.join(', ')}` : ''}`;
}

export const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : `${written(piece.amount)} ${piece.symbol}`)).join('');

/** What a filter calls each kind, in the order in which people ask. */
export const KINDS: readonly (readonly [Kind, string])[] = [
  ['swap', 'Swaps'],
  ['provide', 'Liquidity added'],
  ['refund', 'Liquidity withdrawn'],
  ['deposit', 'Deposits'],
  ['withdraw', 'Paid out'],
  ['referral', 'Referrals'],
  ['collectFees', 'Fees collected'],
  ['createPool', 'Pools created'],
  ['registerToken', 'Tokens registered'],
  ['setPoolFees', 'Fees set'],
  ['setPoolStatus', 'Pools changed'],
  ['updateToken', 'Tokens changed'],
];
