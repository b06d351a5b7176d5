// Cost and gain by the rules of docs/interface.md, computed in another way: all accounts at once, with plain lists.
import type { Account, PoolAddress, TokenAddress } from '../src/core/amount.ts';
import { swapInside } from '../src/core/commands/inner-swap.ts';
import { swapIn } from '../src/core/commands/swap-in.ts';
import { hopsOf } from '../src/core/commands/swap-receipt.ts';
import type { Posted } from '../src/core/settle/instruction.ts';

type Lot = { units: bigint; cost: bigint | null; sequence: number; ms: number };
export type ModelLine = {
  readonly sequence: number;
  readonly type: string;
  readonly token: TokenAddress;
  readonly units: bigint;
  readonly proceeds: bigint | null;
  readonly cost: bigint | null;
  readonly days: readonly (number | null)[];
};
type Position = { lp: bigint; readonly sides: [Lot[], Lot[]] };
type Side = readonly [token: TokenAddress, units: bigint];

export class ModelAccount {
  readonly lots = new Map<TokenAddress, Lot[]>();
  readonly positions = new Map<PoolAddress, Position>();
  readonly lines: ModelLine[] = [];

  of(token: TokenAddress): Lot[] {
    const found = this.lots.get(token) ?? [];
    this.lots.set(token, found);
    return found;
  }

  in(pool: PoolAddress): Position {
    const found = this.positions.get(pool) ?? { lp: 0n, sides: [[], []] };
    this.positions.set(pool, found);
    return found;
  }
}

const DAY = 86_400_000;
const sum = (lots: readonly Lot[]) => lots.reduce((total, { units }) => total + units, 0n);

/** Takes units from the front of a list. */
function take(lots: Lot[], units: bigint): Lot[] {
  const taken: Lot[] = [];
  let left = units;
  while (left > 0n) {
    const lot = lots[0];
    if (!lot) throw new Error('more is taken than there is');
    const part = lot.units < left ? lot.units : left;
    const cost = lot.cost === null ? null : part === lot.units ? lot.cost : (lot.cost * part) / lot.units;
    taken.push({ ...lot, units: part, cost });
    lot.units -= part;
    if (lot.cost !== null && cost !== null) lot.cost -= cost;
    if (lot.units === 0n) lots.shift();
    left -= part;
  }
  return taken;
}

function putBack(lots: Lot[], more: readonly Lot[]): void {
  const all = [...lots, ...more].sort((one, other) => one.sequence - other.sequence);
  lots.splice(0, lots.length, ...all);
}

export function modelGains(
  journal: readonly Posted[],
  { own, unit }: { readonly own: TokenAddress; readonly unit: TokenAddress },
): ReadonlyMap<Account, ModelAccount> {
  const volumes = new Map<string, bigint>();
  for (const { receipt, createdAtMs } of journal) {
    const swap = swapIn(receipt);
    for (const { tokenIn, tokenOut, amountIn, amountOut } of swap ? hopsOf(swap) : []) {
      const add = (token: string, other: string, units: bigint) => {
        const key = `${Math.floor(createdAtMs / DAY)} ${token} ${other}`;
        volumes.set(key, (volumes.get(key) ?? 0n) + units);
      };
      add(tokenIn, tokenOut, amountIn);
      add(tokenOut, tokenIn, amountOut);
    }
  }
  const accounts = new Map<Account, ModelAccount>();
  const whose = (account: Account) => {
    const found = accounts.get(account) ?? new ModelAccount();
    accounts.set(account, found);
    return found;
  };

  for (const { sequence, createdAtMs: ms, receipt } of journal) {
    const priced = (units: bigint, token: TokenAddress, quote: TokenAddress) => {
      const day = Math.floor(ms / DAY);
      const volume = volumes.get(`${day} ${token} ${quote}`) ?? 0n;
      return volume === 0n ? null : (units * (volumes.get(`${day} ${quote} ${token}`) ?? 0n)) / volume;
    };
    const worth = (units: bigint, token: TokenAddress): bigint | null => {
      if (token === unit) return units;
      const inOwn = token === own ? units : priced(units, token, own);
      return inOwn === null || unit === own ? inOwn : priced(inOwn, own, unit);
    };
    const get = (who: ModelAccount, token: TokenAddress, units: bigint, cost: bigint | null) =>
      who.of(token).push({ units, cost: token === unit ? units : cost, sequence, ms });
    const line = (
      who: ModelAccount,
      type: string,
      token: TokenAddress,
      lots: readonly Lot[],
      proceeds: bigint | null,
    ) => {
      const unknown = lots.filter(({ cost }) => cost === null);
      const known = lots.filter(({ cost }) => cost !== null);
      const ofUnknown = proceeds === null ? null : (proceeds * sum(unknown)) / (sum(lots) || 1n);
      for (const [part, brought] of [
        [known, proceeds === null || ofUnknown === null ? null : proceeds - ofUnknown],
        [unknown, ofUnknown],
      ] as const) {
        if (part.length === 0) continue;
        const times = token === unit ? [] : part.map((lot) => lot.ms);
        who.lines.push({
          ...{ sequence, type, token, units: sum(part), proceeds: brought },
          cost: part === unknown ? null : part.reduce((total, { cost }) => total + (cost ?? 0n), 0n),
          days: times.length === 0 ? [null, null] : [Math.min(...times), Math.max(...times)],
        });
      }
    };
    const gift = (who: ModelAccount, type: string, token: TokenAddress, units: bigint) => {
      if (units === 0n) return;
      who.lines.push({
        ...{ sequence, type, token, units, proceeds: worth(units, token) },
        cost: 0n,
        days: [null, null],
      });
      get(who, token, units, worth(units, token));
    };
    const trade = (who: ModelAccount, [given, paid]: Side, [got, received]: Side, lots = take(who.of(given), paid)) => {
      const exact = [unit, own].find((token) => token === given || token === got);
      const value = exact === undefined || exact === given ? worth(paid, given) : worth(received, got);
      if (given !== unit) line(who, 'disposal', given, lots, value);
      get(who, got, received, value);
    };

    if (receipt.kind === 'deposit') {
      get(whose(receipt.account), receipt.token, receipt.amount, worth(receipt.amount, receipt.token));
    } else if (receipt.kind === 'withdraw') {
      const who = whose(receipt.account);
      line(who, 'out', receipt.token, take(who.of(receipt.token), receipt.amount), null);
    } else if (receipt.kind === 'collectFees') {
      gift(whose(receipt.to), 'income', receipt.tokenA, receipt.amountA);
      gift(whose(receipt.to), 'income', receipt.tokenB, receipt.amountB);
    } else if (receipt.kind === 'swap') {
      const { tokenA, tokenB, amountA, amountB, referrer } = receipt;
      trade(whose(receipt.account), [tokenA, amountA], [tokenB, amountB]);
      for (const hop of hopsOf(receipt)) if (referrer) gift(whose(referrer), 'income', hop.tokenOut, hop.fees.ref);
    } else if (receipt.kind === 'matchOrders') {
      const { tokenA, tokenB, amountA, amountB, maker, taker, fee } = receipt;
      trade(whose(maker.account), [tokenA, amountA], [tokenB, amountB]);
      trade(whose(taker.account), [tokenB, amountB], [tokenA, amountA - (fee?.amount ?? 0n)]);
    } else if (receipt.kind === 'provide' || receipt.kind === 'refund') {
      const who = whose(receipt.account);
      const sides = [[receipt.tokenA, receipt.amountA] as const, [receipt.tokenB, receipt.amountB] as const];
      sides.sort(([one], [other]) => (one < other ? -1 : 1));
      const position = who.in(receipt.pool);
      const inner = swapInside(receipt);
      const swapInner = () => inner && trade(who, [inner.tokenA, inner.amountA], [inner.tokenB, inner.amountB]);
      if (receipt.kind === 'provide') {
        swapInner();
        for (const [at, [token, units]] of sides.entries())
          putBack(position.sides[at] as Lot[], take(who.of(token), units));
        position.lp += receipt.lpTokens;
      } else {
        const missing: Lot[][] = [];
        const extra: bigint[] = [];
        for (const [at, [token, units]] of sides.entries()) {
          const basket = position.sides[at] as Lot[];
          const share = (sum(basket) * receipt.lpTokens) / position.lp;
          const short = share > units ? share - units : 0n;
          missing.push(take(basket, short));
          putBack(who.of(token), take(basket, share - short));
          extra.push(units > share ? units - share : 0n);
        }
        position.lp -= receipt.lpTokens;
        if (position.lp === 0n) who.positions.delete(receipt.pool);
        const side = (at: number, units: bigint): Side => [(sides[at] as Side)[0], units];
        const swapped = [0, 1].find((at) => sum(missing[at] as Lot[]) > 0n && (extra[1 - at] as bigint) > 0n);
        if (swapped !== undefined) {
          const lots = missing[swapped] as Lot[];
          trade(who, side(swapped, sum(lots)), side(1 - swapped, extra[1 - swapped] as bigint), lots);
        } else {
          for (const at of [0, 1]) {
            const token = (sides[at] as Side)[0];
            gift(who, 'surplus', token, extra[at] as bigint);
            line(who, 'loss', token, missing[at] as Lot[], 0n);
          }
        }
        swapInner();
      }
    } else if (receipt.kind === 'transfer') {
      const [from, to] = [whose(receipt.account), whose(receipt.to)];
      const together = (lots: readonly Lot[]): Lot[] =>
        [lots.filter(({ cost }) => cost !== null), lots.filter(({ cost }) => cost === null)]
          .filter((part) => part.length > 0)
          .map((part) => {
            const isKnown = part[0]?.cost !== null;
            const cost = isKnown ? part.reduce((total, lot) => total + (lot.cost ?? 0n), 0n) : null;
            return { units: sum(part), cost, sequence, ms };
          });
      if ('token' in receipt) {
        const lots = take(from.of(receipt.token), receipt.amount);
        line(from, 'out', receipt.token, lots, null);
        to.of(receipt.token).push(...together(lots));
      } else {
        const [giver, receiver] = [from.in(receipt.pool), to.in(receipt.pool)];
        const tokens = PAIRS_OF_POOLS.get(receipt.pool) ?? [];
        for (const at of [0, 1] as const) {
          const share = (sum(giver.sides[at]) * receipt.amount) / giver.lp;
          const lots = take(giver.sides[at], share);
          line(from, 'out', tokens[at] as TokenAddress, lots, null);
          putBack(receiver.sides[at], together(lots));
        }
        giver.lp -= receipt.amount;
        receiver.lp += receipt.amount;
        if (giver.lp === 0n) from.positions.delete(receipt.pool);
      }
    } else if (receipt.kind === 'createPool') {
      PAIRS_OF_POOLS.set(receipt.pool, [receipt.tokenA, receipt.tokenB].sort());
    }
  }
  return accounts;
}

const PAIRS_OF_POOLS = new Map<PoolAddress, readonly TokenAddress[]>();
