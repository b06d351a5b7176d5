// Adds up a whole trace: what the user received, what was owed to him, what came back, what it cost.
import { EXIT } from '../wire/ops.ts';
import type { Hop } from './trace.ts';
import type { AnyWatch, Cost, Received, Watch } from './watch.ts';

export type Tally = {
  readonly received: Received;
  /** By what the pools told the router; refunds that the router decides by itself are not in it. */
  readonly owed: readonly [bigint, bigint];
  readonly refFee: bigint;
  readonly exitCode: number | null;
  /** Something was put into the user's LP account, and no LP tokens were minted of it, for whomever. */
  readonly isStaged: boolean;
};

export function tallyOf(watch: Watch, hops: readonly Hop[]): Tally {
  const fromPool = hops.filter((hop) => hop.source === watch.pool && hop.account === watch.router);
  const toUser = fromPool.flatMap(({ said }) => (said?.says === 'pay to' && !isReferral(said) ? [said] : []));
  const toReferrer = fromPool.flatMap(({ said }) =>
    said?.says === 'pay vault' || (said?.says === 'pay to' && isReferral(said)) ? [said] : [],
  );
  const bySide = (sum: (side: Watch['sides'][number]) => bigint) => [sum(watch.sides[0]), sum(watch.sides[1])] as const;
  const promised = (said: typeof toUser | typeof toReferrer, routerWallet: string) =>
    total(said.flatMap(({ payments }) => payments.filter((one) => one.routerWallet === routerWallet)));
  const [ref0, ref1] = bySide(({ routerWallet }) => promised(toReferrer, routerWallet));
  return {
    received: {
      sides: bySide((side) => total(hops.flatMap((hop) => payout(watch, side, hop)))),
      lp: total(hops.flatMap((hop) => mint(watch, hop))),
    },
    owed: bySide(({ routerWallet }) => promised(toUser, routerWallet)),
    refFee: ref0 + ref1,
    exitCode: toUser[0]?.exitCode ?? refusalOf(watch, hops),
    isStaged: hops.some((hop) => isStaging(watch, hop)) && !hops.some((hop) => isMint(watch, hop)),
  };
}

const isReferral = ({ exitCode }: { readonly exitCode: number }): boolean => exitCode === EXIT.swapOkReferral;
const total = (parts: readonly { readonly amount: bigint }[]): bigint =>
  parts.reduce((sum, { amount }) => sum + amount, 0n);

/** A payout counts where it arrives, and only from the router's own wallet, which nobody else can give orders. */
function payout({ user }: Watch, side: Watch['sides'][number], hop: Hop): readonly { amount: bigint }[] {
  const { said, source, account } = hop;
  if (source !== side.routerWallet || isForReferrer(hop)) return [];
  if (side.userWallet === null) {
    return said?.says === 'ton transfer' && account === user && !isSentBack(hop) ? [said] : [];
  }
  return said?.says === 'internal transfer' && account === side.userWallet && !isAborted(hop) ? [said] : [];
}

/** A user may be his own referrer: what he gets as such is not what his swap paid. */
function isForReferrer(hop: Hop): boolean {
  for (let at = hop.parent; at; at = at.parent) if (at.said?.says === 'pay to') return isReferral(at.said);
  return false;
}

/** The first liquidity of a pool of version 1 is minted for nobody. */
const isMint = ({ pool }: Watch, hop: Hop): boolean =>
  hop.said?.says === 'internal transfer' && hop.source === pool && !isAborted(hop);

const mint = (watch: Watch, hop: Hop): readonly { amount: bigint }[] =>
  isMint(watch, hop) && hop.account === watch.lpWallet && hop.said?.says === 'internal transfer' ? [hop.said] : [];

/** What a pool sends that goes neither to the router nor mints is for an LP account. */
const isStaging = ({ pool, router, user }: Watch, hop: Hop): boolean =>
  hop.source === pool &&
  hop.account !== router &&
  hop.account !== user &&
  !hop.info.bounced &&
  hop.said?.says !== 'internal transfer' &&
  hop.said?.says !== 'excesses' &&
  !isAborted(hop);

/** Where the router gives back by itself, its order to its wallet says why. */
function refusalOf({ router, sides }: Watch, hops: readonly Hop[]): number | null {
  const orders = hops.flatMap(({ source, account, said }) => {
    const isOwn = source === router && sides.some(({ routerWallet }) => routerWallet === account);
    return isOwn && said?.says === 'transfer' ? [said.exitCode] : [];
  });
  return orders[0] ?? null;
}

export function isAborted({ transaction: { description } }: Hop): boolean {
  return description.type === 'generic' && description.aborted;
}

/** Whether the value went back to where it came from. */
export function isSentBack({ transaction: { description } }: Hop): boolean {
  return description.type === 'generic' && description.bouncePhase?.type === 'ok';
}

/** Zero where the account ran no code. */
export function vmOf({ transaction: { description } }: Hop): { readonly gasUsed: bigint; readonly exitCode: number } {
  const isRun = description.type === 'generic' && description.computePhase.type === 'vm';
  return isRun && description.computePhase.type === 'vm' ? description.computePhase : { gasUsed: 0n, exitCode: 0 };
}

export const costOf = ({ user }: Pick<AnyWatch, 'user'>, hops: readonly Hop[]): Cost => ({
  gasUnits: hops.reduce((sum, hop) => sum + vmOf(hop).gasUsed, 0n),
  // The fee that a message still carries is taken where it arrives.
  networkFee: hops.reduce((sum, { transaction, info }) => sum + transaction.totalFees.coins + info.forwardFee, 0n),
  walletNano: hops.reduce((sum, hop) => sum + leftWith(hop) - cameBackWith(user, hop), 0n),
});

/** What the wallet paid to send a message, beside the fees of its own transaction. */
const leftWith = ({ parent, info }: Hop): bigint =>
  parent === null ? info.value.coins + info.ihrFee + info.forwardFee : 0n;

/** What a message brought to the wallet, less what it cost to take it. */
const cameBackWith = (user: string, { account, info, transaction }: Hop): bigint =>
  account === user ? info.value.coins - transaction.totalFees.coins : 0n;
