// Shows the chart, the depth and the last trades of the pair beside the form, and the account's own orders, fills and position below.

import { useMe } from '../../../data/account.ts';
import { useHasPool } from '../../../data/pool-price.ts';
import { type Lines, NO_LINES } from '../../../market/chart/lines.ts';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { useLines } from '../orders/use-lines.tsx';
import type { Ordering } from '../orders/use-order.ts';
import type { Quote } from '../panel/prepared-swap.ts';
import { PriceCard } from '../price/PriceCard.tsx';
import { Depth } from './Depth.tsx';
import { NoPool } from './NoPool.tsx';
import { OwnLists } from './OwnLists.tsx';
import { intoForm, type OnPrice, useLimitOrder } from './on-price.ts';
import { Part } from './Part.tsx';
import type { ShownPair } from './shown-pair.ts';
import { Trades } from './Trades.tsx';
import styles from './trading.module.css';

type TradingProps = {
  /** Null while a token is loading, or if there is none. */
  readonly pair: ShownPair | null;
  /** The quote of a swap, for its effect on the price. */
  readonly shown: Quote | null;
  /** The order form, on its tabs. */
  readonly ordering: Ordering | null;
  /** Shows the pair in its other direction. */
  onTurn(): void;
  /** The address of the token that the form pays with. */
  readonly pay: string;
};

export default function Trading({ pair, ordering, pay, ...rest }: TradingProps) {
  if (pair === null || pair[0].address === pair[1].address) return null;
  if (ordering === null) return <SwapMarket {...rest} pair={pair} pay={pay} />;
  return <OrderMarket {...rest} pair={pair} ordering={ordering} />;
}

type Shown = Pick<TradingProps, 'shown' | 'onTurn'> & { readonly pair: ShownPair };

const OrderMarket = ({ ordering, ...rest }: Shown & { readonly ordering: Ordering }) => (
  <Market {...rest} lines={useLines(ordering)} onPrice={intoForm(ordering)} />
);

function SwapMarket({ pay, ...rest }: Shown & Pick<TradingProps, 'pay'>) {
  const { mayOrder } = useMe();
  const asLimit = useLimitOrder(rest.pair[0].address === pay);
  return <Market {...rest} lines={NO_LINES} onPrice={mayOrder ? asLimit : null} />;
}

const Market = ({
  pair,
  shown,
  lines,
  onTurn,
  onPrice,
}: Shown & { readonly lines: Lines; readonly onPrice: OnPrice | null }) => (
  <>
    <div className={styles.market}>
      <Part name="chart" isCard>
        <PriceCard {...{ pair, shown, lines, onTurn }} />
      </Part>
      <PoolParts pair={pair} onPrice={onPrice} />
    </div>
    <Part name="own">
      <OwnLists pair={pair} />
    </Part>
  </>
);

function PoolParts({ pair, onPrice }: { readonly pair: ShownPair; readonly onPrice: OnPrice | null }) {
  // The form has asked the same.
  const hasPool = useHasPool(pair);
  if (hasPool === false) return <NoPool pair={pair} />;
  return (
    <div className={styles.side}>
      <Part name="depth">
        {hasPool ? <Depth pair={pair} onPrice={onPrice} /> : <Skeleton lines={10} height={30} />}
      </Part>
      <Part name="trades">{hasPool ? <Trades pair={pair} /> : <Skeleton lines={10} height={30} />}</Part>
    </div>
  );
}
