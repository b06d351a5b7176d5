// Turns a decision of the core into messages of the account's wallet, and a watch by which their outcome is recognised.
import type { Address } from '@ton/core';
import { type Amount, PPM, type Ppm, type TokenAddress } from '../../core/amount.ts';
import type { ProvideCommand, ProvideReceipt } from '../../core/commands/provide.ts';
import type { RefundCommand, RefundReceipt } from '../../core/commands/refund.ts';
import type { SwapCommand } from '../../core/commands/swap.ts';
import type { SwapReceipt } from '../../core/commands/swap-receipt.ts';
import { mulDivDown } from '../../core/maths/rounding.ts';
import type { Pair } from '../../core/pool.ts';
import type { OfferedToken, OutMessage, WantedToken } from '../dialect/dialect.ts';
import type { TokenWallets, Watch } from '../trace/watch.ts';
import { type ChainPool, type Dex, TON } from './dex.ts';

export type Planned = {
  readonly messages: readonly OutMessage[];
  readonly watch: Watch;
  /** Only for a swap: the minimum that the contracts pay. */
  readonly minReceived?: bigint;
};

export type MessageTerms = {
  /** The account's own wallet. */
  readonly user: Address;
  readonly queryId: bigint;
  readonly deadlineS: number;
  /** The slippage that is accepted if the command has no minimum. */
  readonly slippagePpm: Ppm;
};

export async function swapMessages(
  dex: Dex,
  command: SwapCommand,
  receipt: SwapReceipt,
  { found, referrer, ...terms }: MessageTerms & { readonly found: ChainPool; readonly referrer?: Address },
): Promise<Planned> {
  const { user, queryId } = terms;
  const minReceived = 'amountB' in command ? command.amountB : leastOf(command.minReceived, receipt.amountB, terms);
  const message = dex.dialect.swap({
    router: dex.router,
    user,
    queryId,
    deadlineS: BigInt(terms.deadlineS),
    offer: await offerOf(dex, command.tokenA, user),
    ask: await askOf(dex, command.tokenB),
    amount: receipt.amountA,
    minReceived,
    ...(referrer && { referrer }),
  });
  return { messages: [message], minReceived, watch: await watchOf(dex, 'swap', command, { user, at: found.at }) };
}

/** One message per token, with exactly the amounts that the core computed: some contracts keep a surplus, which would be given away. */
export async function provideMessages(
  dex: Dex,
  command: ProvideCommand,
  receipt: ProvideReceipt,
  { found, ...terms }: MessageTerms & { readonly found: ChainPool | undefined },
): Promise<Planned> {
  const { user, queryId } = terms;
  const minLp = atLeastOne(leastOf(command.minLpTokens, receipt.lpTokens, terms));
  const half = async (token: TokenAddress, other: TokenAddress, amount: Amount) =>
    dex.dialect.provide({
      router: dex.router,
      user,
      queryId,
      deadlineS: BigInt(terms.deadlineS),
      offer: await offerOf(dex, token, user),
      amount,
      otherRouterWallet: await dex.routerWallet(other),
      minLp,
    });
  const { tokenA, tokenB } = command;
  const messages = [await half(tokenA, tokenB, receipt.amountA), await half(tokenB, tokenA, receipt.amountB)];
  const at = found?.at ?? (await dex.poolAddress(tokenA, tokenB));
  return { messages, watch: await watchOf(dex, 'provide', command, { user, at }) };
}

export async function refundMessages(
  dex: Dex,
  command: RefundCommand,
  receipt: RefundReceipt,
  { found, user, queryId }: MessageTerms & { readonly found: ChainPool },
): Promise<Planned> {
  const lpWallet = await dex.lpWallet(found, user);
  const message = dex.dialect.burn({ lpWallet, user, queryId, amount: receipt.lpTokens });
  return { messages: [message], watch: await watchOf(dex, 'withdraw', command, { user, at: found.at }) };
}

/** The messages that take back tokens which a provision left in the LP account; undefined if there is no LP account. */
export async function takeBackMessages(
  dex: Dex,
  pair: Pair,
  { user, queryId }: Pick<MessageTerms, 'user' | 'queryId'>,
): Promise<Planned | undefined> {
  const at = await dex.poolAddress(pair.tokenA, pair.tokenB);
  const lpAccount = await dex.lpAccount(at, user);
  if (lpAccount === null) return undefined;
  const { dialect } = dex;
  const left = dialect.resetGas?.({ lpAccount, queryId });
  return {
    messages: [dialect.refundMe({ lpAccount, queryId }), ...(left ? [left] : [])],
    watch: await watchOf(dex, 'withdraw', pair, { user, at }),
  };
}

/** The default minimum is rounded down, so that the whole slippage is accepted. */
function leastOf(
  minimum: Amount | undefined,
  expected: Amount,
  { slippagePpm }: Pick<MessageTerms, 'slippagePpm'>,
): bigint {
  return minimum ?? mulDivDown(expected, PPM - slippagePpm, PPM);
}

const atLeastOne = (value: bigint): bigint => (value > 0n ? value : 1n);

async function offerOf(dex: Dex, token: TokenAddress, user: Address): Promise<OfferedToken> {
  return token === TON
    ? { kind: 'ton', routerWallet: await dex.routerWallet(token) }
    : { kind: 'jetton', userWallet: await dex.wallet(token, user) };
}

const askOf = async (dex: Dex, token: TokenAddress): Promise<WantedToken> => ({
  kind: token === TON ? 'ton' : 'jetton',
  routerWallet: await dex.routerWallet(token),
});

export async function watchOf(
  dex: Dex,
  kind: Watch['kind'],
  { tokenA, tokenB }: Pair,
  { user, at }: { readonly user: Address; readonly at: Address },
): Promise<Watch> {
  const side = async (token: TokenAddress): Promise<TokenWallets> => ({
    routerWallet: (await dex.routerWallet(token)).toRawString(),
    userWallet: token === TON ? null : (await dex.wallet(token, user)).toRawString(),
  });
  const sides = [await side(tokenA), await side(tokenB)] as const;
  return { kind, user: user.toRawString(), router: dex.router.toRawString(), pool: at.toRawString(), sides };
}
