// A token that the exchange lists.
import type { TokenAddress } from '../amount.ts';
import type { Token } from '../pool.ts';
import { refuse } from '../refusal.ts';
import type { CommandKind } from './kind.ts';

export type RegisterTokenCommand = { readonly kind: 'registerToken'; readonly token: Token };
export type RegisterTokenReceipt = { readonly kind: 'registerToken'; readonly token: TokenAddress };

export const registerToken: CommandKind<RegisterTokenCommand, RegisterTokenReceipt> = {
  tokens: ({ token }) => [token.address],
  pairs: () => [],
  balances: () => [],
  decide({ token }, state) {
    if (state.token(token.address)) return refuse({ code: 'token_exists', token: token.address });
    return { receipt: { kind: 'registerToken', token: token.address }, newToken: token };
  },
  transfers: () => [],
  parties: () => [],
};
