// Reads the record of a transaction in the log as the page shows it: its fields, and the balances that follow from them. Written apart from the
// exchange's own code, so that one checks the other.
import type { VerifiedTransaction } from '#client/proof';
import { textOf } from '../../exact/amount.ts';

/** The proven row. `opened` are the parts of a match or of a swap with a referrer that the reader may see. */
export type ProvenRow = Omit<VerifiedTransaction, 'checkpoint' | 'steps'>;

export type Reading = {
  /** The account that looks at a match; null for operators, who see both sides. */
  readonly viewer: string | null;
  decimalsOf(token: string): number;
};

/** The fields of a record; numbers are texts with all digits. */
type Fields = { readonly [name: string]: unknown };
type Order = { readonly account: string; readonly order: string; readonly returned?: string };
type Hop = { readonly pool: string; readonly tokenIn: string; readonly tokenOut: string } & {
  readonly [amount in 'amountIn' | 'amountOut']: string;
} & { readonly fees: { readonly [kind in 'lp' | 'protocol' | 'ref']: string } };

/** A receipt of any kind, of which each has some of the members. */
// biome-ignore lint/suspicious/noExplicitAny: the record is JSON of twenty kinds, and a wrong member is found as a difference
type Receipt = { readonly [name: string]: any };

const LP_DECIMALS = 9;
const PPM_DECIMALS = 6;
/** The name of the other side of a match in entries. */
const ANOTHER = 'another order';
/** Shown to a referrer instead of the account that swapped. */
const ANOTHER_ACCOUNT = 'another account';

/** Every number becomes a text: JSON.parse would round long ones. */
const parsed = (json: string): Receipt =>
  JSON.parse(json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (token[0] === '"' ? token : `"${token}"`)));

/** The fields of getTransaction that follow from the row, with the entries by account and token; those that are not known are left out. */
export function recorded(row: ProvenRow, { viewer, decimalsOf }: Reading): Fields {
  const parts = row.opened.filter(({ name }) => name !== 'actor' && name !== 'receipt');
  const opened = parts.map(({ name, text }) => [name, parsed(text)]);
  const receipt = seenBy(viewer, { ...parsed(row.receipt), ...Object.fromEntries(opened) });
  const isReferral = receipt.kind === 'referral';
  const whole = (base: string | undefined, token: string) =>
    base === undefined ? undefined : textOf(BigInt(base), decimalsOf(token));
  const ofLp = (base: string | undefined) => (base === undefined ? undefined : textOf(BigInt(base), LP_DECIMALS));
  const hop = ({ pool, tokenIn, tokenOut, amountIn, amountOut, fees }: Hop) => ({
    ...{ poolAddress: pool, tokenA: tokenIn, tokenB: tokenOut },
    ...{ amountA: whole(amountIn, tokenIn), amountB: whole(amountOut, tokenOut) },
    fees: { lp: whole(fees.lp, tokenIn), protocol: whole(fees.protocol, tokenOut), ref: whole(fees.ref, tokenOut) },
  });
  const { kind, tokenA, tokenB, pool, token } = receipt;
  const [swap] = hopsOf(receipt);
  return {
    transactionId: row.id,
    sequence: String(row.sequence),
    kind: row.kind === (isReferral ? 'swap' : kind) ? kind : undefined,
    createdAt: new Date(row.createdAtMs).toISOString(),
    actor: isReferral ? ANOTHER_ACCOUNT : row.actor,
    account: receipt.account ?? receipt.to ?? row.actor,
    poolAddress: pool,
    ...{ tokenA, tokenB, amountA: whole(receipt.amountA, tokenA) },
    amountB: whole(receipt.isPurchase ? receipt.minReceived : receipt.amountB, tokenB),
    fees: receipt.fees && swap && hop(swap).fees,
    route: receipt.hops?.map(hop),
    swapped: receipt.swapped && swap && hop(swap),
    lpTokens: ofLp(receipt.lpTokens),
    referrer: receipt.referrer,
    token: kind === 'transfer' ? (token ?? pool) : token,
    amount: pool === undefined || isReferral ? whole(receipt.amount, token) : ofLp(receipt.amount),
    reference: receipt.reference,
    ...{
      asOf: receipt.asOf,
      hash: receipt.hash,
      log: receipt.checkpoint && receipt.log,
      checkpoint: receipt.checkpoint,
      shared: receipt.checkpoint && receipt.shared,
    },
    to: kind === 'transfer' ? receipt.to : undefined,
    ...termsOf(kind === 'setPoolFees' ? receipt.after : receipt),
    curve: kind === 'createPool' ? (receipt.curve ?? 'constant-product') : undefined,
    amplification: receipt.amplification,
    ...{ name: receipt.name, logo: receipt.logo },
    status: kind === 'setPoolStatus' ? receipt.after : (receipt.status ?? receipt.reason),
    order: receipt.fill?.order ?? receipt.order,
    returned: whole(receipt.fill?.returned, tokenA),
    memo: receipt.memo,
    minReceived: receipt.minReceived === '0' || receipt.isPurchase ? undefined : whole(receipt.minReceived, tokenB),
    expiresAt: receipt.expiresAtMs && new Date(Number(receipt.expiresAtMs)).toISOString(),
    ...(receipt.fee && { fee: whole(receipt.fee.amount, receipt.feeToken), feeToken: receipt.feeToken }),
    entries: Object.fromEntries(
      [...entriesOf(receipt)].map(([name, { token: of, units, isLp }]) => [
        name,
        textOf(units, isLp ? LP_DECIMALS : decimalsOf(of)),
      ]),
    ),
  };
}

const termsOf = ({ lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress }: Receipt): Fields =>
  lpFeePpm === undefined
    ? {}
    : {
        lpFee: textOf(BigInt(lpFeePpm), PPM_DECIMALS),
        protocolFee: textOf(BigInt(protocolFeePpm), PPM_DECIMALS),
        refFee: textOf(BigInt(refFeePpm), PPM_DECIMALS),
        protocolFeeAddress: (protocolFeePpm === '0' ? null : protocolFeeAddress) ?? 'N/A',
      };

/** The swaps in a receipt: of one pool, of several, or of liquidity in one token. */
function hopsOf({ kind, hops, swapped, pool, tokenA, tokenB, amountA, amountB, fees }: Receipt): readonly Hop[] {
  if (kind === 'swap')
    return hops ?? [{ pool, tokenIn: tokenA, tokenOut: tokenB, amountIn: amountA, amountOut: amountB, fees }];
  if (swapped === undefined) return [];
  const [tokenIn, tokenOut] = swapped.sold === 'A' ? [tokenA, tokenB] : [tokenB, tokenA];
  return [{ ...swapped, pool, tokenIn, tokenOut }];
}

/**
 * A match has two sides. Its maker is not shown the fee; for the taker the sides are exchanged. An owner of both, and an operator, sees it as the
 * maker with the fee. The side that was not opened is another order's. A swap of which only the referral was opened is its income.
 */
function seenBy(viewer: string | null, receipt: Receipt): Receipt {
  if (receipt.kind === undefined && typeof receipt.referral === 'object') return referralOf(receipt.referral);
  if (receipt.kind !== 'matchOrders') return receipt;
  const { tokenA, tokenB, amountA, amountB, fee } = receipt;
  const known = (side: unknown): Order | undefined => (typeof side === 'object' ? (side as Order) : undefined);
  const [maker, taker] = [known(receipt.maker), known(receipt.taker)];
  const isTaker = maker === undefined || (viewer !== null && viewer === taker?.account && viewer !== maker.account);
  const paidFee = typeof fee === 'object' ? fee : undefined;
  const taken = String(BigInt(amountA) - BigInt(paidFee?.amount ?? 0));
  const own = isTaker ? taker : maker;
  return {
    ...receipt,
    ...{ account: viewer !== null && viewer === taker?.account ? viewer : own?.account, order: own?.order },
    ...(isTaker && { tokenA: tokenB, tokenB: tokenA, amountA: amountB, amountB: taken }),
    ...{ fee: paidFee, feeToken: tokenA },
    moves: [
      { from: orderName(maker), to: taker?.account ?? ANOTHER, token: tokenA, amount: taken },
      { from: orderName(taker), to: maker?.account ?? ANOTHER, token: tokenB, amount: amountB },
      ...(paidFee
        ? [{ from: orderName(maker), to: `pool ${paidFee.pool} fees`, token: tokenA, amount: paidFee.amount }]
        : []),
      ...returnedBy(maker, tokenA),
      ...returnedBy(taker, tokenB),
    ],
  };
}

/** An order for an exact amount gives back the rest with its last fill. */
const returnedBy = (side: Order | undefined, token: string): readonly Move[] =>
  side?.returned === undefined ? [] : [{ from: orderName(side), to: side.account, token, amount: side.returned }];

const referralOf = ({ account, token, amount, pool }: Receipt): Receipt => ({
  ...{ kind: 'referral', account, token, amount, pool },
  moves: [{ to: account, token, amount }],
});

const orderName = (side: Order | undefined): string => (side ? `order ${side.order}` : ANOTHER);

type Move = {
  /** Absent if the reader may not know it. */
  readonly from?: string;
  readonly to: string;
  readonly amount: string;
  readonly token: string;
  readonly isLp?: true;
};

/** The change of every balance, by account and token. */
function entriesOf(receipt: Receipt): Map<string, { readonly token: string; units: bigint; readonly isLp: boolean }> {
  const entries = new Map<string, { readonly token: string; units: bigint; readonly isLp: boolean }>();
  const add = (account: string, token: string, units: bigint, isLp: boolean) => {
    const name = `${account} · ${token}`;
    const entry = entries.get(name) ?? { token, units: 0n, isLp };
    entries.set(name, { ...entry, units: entry.units + units });
  };
  for (const { from, to, token, amount, isLp = false } of movesOf(receipt)) {
    if (from !== undefined) add(from, token, -BigInt(amount), isLp);
    add(to, token, BigInt(amount), isLp);
  }
  return entries;
}

const ISSUER = 'the issuer';

function movesOf(receipt: Receipt): readonly Move[] {
  const { kind, account, to, pool, token, amount, tokenA, tokenB, amountA, amountB, lpTokens, locked = '0' } = receipt;
  const lp = { token: pool, isLp: true } as const;
  const reserve = `pool ${pool}`;
  const order = `order ${receipt.order}`;
  switch (kind) {
    case 'swap':
      return swapMoves(receipt);
    case 'provide':
      return [
        ...swapMoves(receipt),
        { from: account, to: reserve, token: tokenA, amount: amountA },
        { from: account, to: reserve, token: tokenB, amount: amountB },
        { from: ISSUER, to: account, ...lp, amount: lpTokens },
        { from: ISSUER, to: 'the lock', ...lp, amount: locked },
      ];
    case 'refund':
      return [
        { from: account, to: ISSUER, ...lp, amount: lpTokens },
        { from: reserve, to: account, token: tokenA, amount: amountA },
        { from: reserve, to: account, token: tokenB, amount: amountB },
        ...swapMoves(receipt),
      ];
    case 'deposit':
      return [{ from: ISSUER, to: account, token, amount }];
    case 'withdraw':
      return [{ from: account, to: ISSUER, token, amount }];
    case 'transfer':
      return [{ from: account, to, amount, ...(token === undefined ? lp : { token }) }];
    case 'placeOrder':
      return [{ from: account, to: receipt.trigger ? `${order} stop` : order, token: tokenA, amount: amountA }];
    case 'triggerOrder':
      return [{ from: `${order} stop`, to: order, token: tokenA, amount: amountA }];
    case 'closeOrder':
      return [{ from: receipt.untriggered ? `${order} stop` : order, to: account, token: tokenA, amount: amountA }];
    case 'collectFees':
      return [
        { from: `${reserve} fees`, to, token: tokenA, amount: amountA },
        { from: `${reserve} fees`, to, token: tokenB, amount: amountB },
      ];
    default:
      return receipt.moves ?? [];
  }
}

/** Each pool gets what it swaps and pays the result and the fees; between two pools, tokens belong to the swapper for no time. */
function swapMoves(receipt: Receipt): readonly Move[] {
  const { account, fill, referrer } = receipt;
  const { order, returned } = fill ?? {};
  const rest = returned && [{ from: `order ${order}`, to: account, token: receipt.tokenA, amount: returned }];
  const moves = hopsOf(receipt).flatMap(({ pool, tokenIn, tokenOut, amountIn, amountOut, fees }) => {
    const reserve = `pool ${pool}`;
    // An order pays for its own fill, but not for what its first swap has paid to it.
    const payer = fill && tokenIn === receipt.tokenA ? `order ${fill.order}` : account;
    return [
      { from: payer, to: reserve, token: tokenIn, amount: amountIn },
      { from: reserve, to: account, token: tokenOut, amount: amountOut },
      { from: reserve, to: `${reserve} fees`, token: tokenOut, amount: fees.protocol },
      ...(referrer === undefined ? [] : [{ from: reserve, to: referrer, token: tokenOut, amount: fees.ref }]),
    ];
  });
  return rest ? [...moves, ...rest] : moves;
}
