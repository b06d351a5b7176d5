// Changes a token's name, logo or status.
import type { TokenAddress } from '../amount.ts';
import type { TokenChange } from '../pool.ts';
import { refuse } from '../refusal.ts';
import type { CommandKind } from './kind.ts';
import { checkSymbol } from './register-token.ts';

type Change = Omit<TokenChange, 'address'>;

export type UpdateTokenCommand = Change & {
  readonly kind: 'updateToken';
  readonly token: TokenAddress;
  readonly force?: true;
};

/** The changed fields with their new values. */
export type UpdateTokenReceipt = Change & { readonly kind: 'updateToken'; readonly token: TokenAddress };

export const updateToken: CommandKind<UpdateTokenCommand, UpdateTokenReceipt> = {
  tokens: ({ token }) => [token],
  pairs: () => [],
  balances: () => [],
  comparesSymbols: true,

  decide({ token: address, kind, force, ...change }, state) {
    const token = state.token(address);
    if (!token) return refuse({ code: 'unknown_token', token: address });
    // While this token was hidden, another one with the same symbol may have become visible.
    const isShown = token.status === 'hidden' && change.status !== undefined && change.status !== 'hidden';
    const refusal = isShown && !force ? checkSymbol(token, state) : undefined;
    return refusal ?? { receipt: { kind, token: address, ...change }, tokenChange: { address, ...change } };
  },

  transfers: () => [],
  parties: () => [],
};
