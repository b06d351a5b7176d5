// Sums up a whole trace: what the user received, what the pools owed, what came back, and the cost.
import { EXIT } from '#devnet/contracts/ops';
import type { Hop } from './trace.ts';
import type { AnyWatch, Cost, Received, Watch } from './watch.ts';

export type Tally = {
  readonly received: Received;
  /** By side, what the pool told the router to pay to the user; without refunds that the router decided itself. */
  readonly owed: readonly [bigint, bigint];
  readonly refFee: bigint;
  readonly exitCode: number | null;
  /** True if tokens went into the user's LP account and no LP tokens were minted for anyone. */
  readonly isStaged: boolean;
};

export function tallyOf(watch: Watch, hops: readonly Hop[]): Tally {
  const fromPool = hops.filter((hop) => hop.source === watch.pool && hop.account === watch.router);
  const toUser = fromPool.flatMap(({ body }) => (body?.op === 'pay to' && !isReferral(body) ? [body] : []));
  const toReferrer = fromPool.flatMap(({ body }) =>
    body?.op === 'pay vault' || (body?.op === 'pay to' && isReferral(body)) ? [body] : [],
  );
  const bySide = (sum: (side: Watch['sides'][number]) => bigint) => [sum(watch.sides[0]), sum(watch.sides[1])] as const;
  const promised = (bodies: typeof toUser | typeof toReferrer, routerWallet: string) =>
    total(bodies.flatMap(({ payments }) => payments.filter((one) => one.routerWallet === routerWallet)));
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

/** The payment of a hop to the user: counted when it arrives, and only from the router's own wallet, which nobody else controls. */
function payout({ user }: Watch, side: Watch['sides'][number], hop: Hop): readonly { amount: bigint }[] {
  const { body, source, account } = hop;
  if (source !== side.routerWallet || isForReferrer(hop)) return [];
  if (side.userWallet === null) {
    return body?.op === 'ton transfer' && account === user && !isSentBack(hop) ? [body] : [];
  }
  return body?.op === 'internal transfer' && account === side.userWallet && !isAborted(hop) ? [body] : [];
}

/** True for a referral fee, which is not part of the swap's payout even if the user is also the referrer. */
function isForReferrer(hop: Hop): boolean {
  for (let at = hop.parent; at; at = at.parent) if (at.body?.op === 'pay to') return isReferral(at.body);
  return false;
}

/** True if the pool minted LP tokens, for any account: a pool of version 1 mints its first LP tokens for nobody. */
const isMint = ({ pool }: Watch, hop: Hop): boolean =>
  hop.body?.op === 'internal transfer' && hop.source === pool && !isAborted(hop);

const mint = (watch: Watch, hop: Hop): readonly { amount: bigint }[] =>
  isMint(watch, hop) && hop.account === watch.lpWallet && hop.body?.op === 'internal transfer' ? [hop.body] : [];

/** True if the pool put tokens into an LP account: its message goes neither to the router nor to the user, and mints nothing. */
const isStaging = ({ pool, router, user }: Watch, hop: Hop): boolean =>
  hop.source === pool &&
  hop.account !== router &&
  hop.account !== user &&
  !hop.info.bounced &&
  hop.body?.op !== 'internal transfer' &&
  hop.body?.op !== 'excesses' &&
  !isAborted(hop);

/** The exit code of a refund that the router decided itself, from its transfer to its own wallet. */
function refusalOf({ router, sides }: Watch, hops: readonly Hop[]): number | null {
  const exitCodes = hops.flatMap(({ source, account, body }) => {
    const isOwn = source === router && sides.some(({ routerWallet }) => routerWallet === account);
    return isOwn && body?.op === 'transfer' ? [body.exitCode] : [];
  });
  return exitCodes[0] ?? null;
}

export function isAborted({ transaction: { description } }: Hop): boolean {
  return description.type === 'generic' && description.aborted;
}

/** True if the message bounced, so that its TON went back to the sender. */
export function isSentBack({ transaction: { description } }: Hop): boolean {
  return description.type === 'generic' && description.bouncePhase?.type === 'ok';
}

/** Gas and exit code of the transaction; zeros if the account ran no code. */
export function vmOf({ transaction: { description } }: Hop): { readonly gasUsed: bigint; readonly exitCode: number } {
  const isRun = description.type === 'generic' && description.computePhase.type === 'vm';
  return isRun && description.computePhase.type === 'vm' ? description.computePhase : { gasUsed: 0n, exitCode: 0 };
}

/** `movedNano`: TON that was traded or sent and so is no cost: what the wallet paid, less what it received. */
export const costOf = ({ user }: AnyWatch, hops: readonly Hop[], movedNano: bigint): Cost => ({
  gasUnits: hops.reduce((sum, hop) => sum + vmOf(hop).gasUsed, 0n),
  // The receiving side collects the forward fee that a message carries; `totalFees` of neither transaction contains it.
  networkFee: hops.reduce((sum, { transaction, info }) => sum + transaction.totalFees.coins + info.forwardFee, 0n),
  spentNano: hops.reduce((sum, hop) => sum + leftWith(hop) - cameBackWith(user, hop), -movedNano),
});

/** TON that the user's wallet offered to the router, less TON that it received from the router. */
export function tonMoved({ sides }: Watch, { received }: Tally, hops: readonly Hop[]): bigint {
  const offers = hops.flatMap(({ parent, account, body }) => {
    const isOfTon = sides.some(({ userWallet, routerWallet }) => userWallet === null && routerWallet === account);
    return parent === null && isOfTon && body && 'amount' in body ? [body] : [];
  });
  const receivedNano = (at: 0 | 1) => (sides[at].userWallet === null ? received.sides[at] : 0n);
  return total(offers) - receivedNano(0) - receivedNano(1);
}

/** TON that the wallet spent on sending a message, without the fees of its own transaction. */
const leftWith = ({ parent, info }: Hop): bigint =>
  parent === null ? info.value.coins + info.ihrFee + info.forwardFee : 0n;

/** TON that a message brought back to the wallet, less the fees of receiving it. */
const cameBackWith = (user: string, { account, info, transaction }: Hop): bigint =>
  account === user ? info.value.coins - transaction.totalFees.coins : 0n;
