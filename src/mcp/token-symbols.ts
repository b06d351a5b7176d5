// Finds tokens by symbol: an agent may name a token by its symbol if only one listed token has it.
import { type Arguments, type SendRequest, ToolFailure } from './call-tool.ts';

/** Arguments that name a listed token, on the top level or in `Pair`; not `address`, which registerToken gives to a new token. */
const TOKEN_ARGUMENTS = ['tokenA', 'tokenB', 'jetton0', 'jetton1', 'token', 'quote', 'only'] as const;

type Tokens = { readonly addresses: ReadonlySet<string>; readonly bySymbol: ReadonlyMap<string, readonly string[]> };

export class TokenSymbols {
  #loaded: { readonly text: string; readonly tokens: Tokens } | undefined;

  /** Replaces symbols by addresses. Text that is neither stays unchanged, and the exchange refuses it. */
  async replace(given: Arguments, ask: SendRequest): Promise<Arguments> {
    const { Pair } = given;
    const replaced: Record<string, unknown> = { ...given };
    if (isObject(Pair)) replaced.Pair = await this.replace(Pair, ask);
    for (const argument of TOKEN_ARGUMENTS) {
      const name = given[argument];
      if (typeof name === 'string') replaced[argument] = await this.#addressOf(name, ask);
    }
    return replaced;
  }

  async #addressOf(name: string, ask: SendRequest): Promise<string> {
    if (this.#loaded?.tokens.addresses.has(name)) return name;
    const tokens = await this.#tokens(ask);
    if (!tokens || tokens.addresses.has(name)) return name;
    const [address = name, ...others] = tokens.bySymbol.get(name.toUpperCase()) ?? [];
    if (others.length === 0) return address;
    const candidates = [address, ...others].join(', ');
    throw new ToolFailure(
      'unknown_token',
      `Several listed tokens have the symbol ${name}: ${candidates}. Send one of these addresses.`,
    );
  }

  /** Undefined if the exchange does not answer: the request of the tool then fails too, and its error says why. */
  async #tokens(ask: SendRequest): Promise<Tokens | undefined> {
    try {
      const { status, text } = await ask({ method: 'GET', path: '/getRouterData', headers: {} });
      if (status !== 200) return undefined;
      // The list is long and seldom changes, so it is not parsed again while its text is the same.
      if (this.#loaded?.text !== text) this.#loaded = { text, tokens: tokensIn(JSON.parse(text)) };
      return this.#loaded.tokens;
    } catch (error) {
      if (error instanceof ToolFailure) return undefined;
      throw error;
    }
  }
}

const isObject = (value: unknown): value is Arguments => typeof value === 'object' && value !== null;

type RouterData = {
  readonly data: { readonly supportedTokens: readonly { readonly address: string; readonly symbol: string }[] };
};

function tokensIn({ data: { supportedTokens } }: RouterData): Tokens {
  const bySymbol = Map.groupBy(supportedTokens, ({ symbol }) => symbol.toUpperCase());
  return {
    addresses: new Set(supportedTokens.map(({ address }) => address)),
    bySymbol: new Map([...bySymbol].map(([symbol, tokens]) => [symbol, tokens.map(({ address }) => address)])),
  };
}
