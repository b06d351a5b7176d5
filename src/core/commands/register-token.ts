// Lists a token on the exchange.
import type { TokenAddress } from '../amount.ts';
import type { Token, TokenLooks } from '../pool.ts';
import { type Refused, refuse } from '../refusal.ts';
import type { CommandKind, CommandState } from './kind.ts';

export type RegisterTokenCommand = {
  readonly kind: 'registerToken';
  readonly token: Token & Partial<TokenLooks>;
  /** Allows a symbol that another visible token already has. */
  readonly force?: true;
};

export type RegisterTokenReceipt = Omit<Token, 'address'> &
  Partial<TokenLooks> & { readonly kind: 'registerToken'; readonly token: TokenAddress };

export const registerToken: CommandKind<RegisterTokenCommand, RegisterTokenReceipt> = {
  tokens: ({ token }) => [token.address],
  pairs: () => [],
  balances: () => [],
  comparesSymbols: true,

  decide({ token: { address, symbol, decimals, name, logo }, force }, state) {
    if (state.token(address)) return refuse({ code: 'token_exists', token: address });
    const refusal = force ? undefined : checkSymbol({ address, symbol }, state);
    if (refusal) return refusal;
    const looks = { ...(name !== undefined && { name }), ...(logo !== undefined && { logo }) };
    return {
      receipt: { kind: 'registerToken', token: address, symbol, decimals, ...looks },
      newToken: { address, symbol, decimals, name: '', logo: '', ...looks, status: 'listed' },
    };
  },

  transfers: () => [],
  parties: () => [],
};

/** Refuses a symbol that another visible token has, since users could mistake one token for the other. */
export function checkSymbol(
  { address, symbol }: Omit<Token, 'decimals'>,
  { namesakes }: CommandState,
): Refused | undefined {
  const twin = namesakes(symbol).find((other) => other.address !== address);
  return twin && refuse({ code: 'symbol_taken', symbol: twin.symbol, token: twin.address });
}
