// What a trader looks at around the form: the chart, the depth and the last trades of the pair, and the account's own orders, fills and position.
import { type Lines, NO_LINES } from '../../../market/chart/lines.ts';
import { useLines } from '../orders/use-lines.tsx';
import type { Ordering } from '../orders/use-order.ts';
import type { Quote } from '../panel/prepared-swap.ts';
import { PriceCard } from '../price/PriceCard.tsx';
import { OwnLists } from './OwnLists.tsx';
import { Part } from './Part.tsx';
import type { ShownPair } from './shown-pair.ts';
import { Trades } from './Trades.tsx';
import styles from './trading.module.css';
import { WithPool } from './WithPool.tsx';

type TradingProps = {
  /** Null while a token is loading, or if there is none. */
  readonly pair: ShownPair | null;
  /** The quote of a swap, for its effect on the price. */
  readonly shown: Quote | null;
  /** The order form, on its tabs. */
  readonly ordering: Ordering | null;
  /** Shows the pair in its other direction. */
  onTurn(): void;
};

export default function Trading({ pair, ordering, ...rest }: TradingProps) {
  if (pair === null || pair[0].address === pair[1].address) return null;
  if (ordering === null) return <Market {...rest} pair={pair} lines={NO_LINES} />;
  return <OrderMarket {...rest} pair={pair} ordering={ordering} />;
}

type Shown = Pick<TradingProps, 'shown' | 'onTurn'> & { readonly pair: ShownPair };

const OrderMarket = ({ ordering, ...rest }: Shown & { readonly ordering: Ordering }) => (
  <Market {...rest} lines={useLines(ordering)} />
);

const Market = ({ pair, shown, lines, onTurn }: Shown & { readonly lines: Lines }) => (
  <>
    <div className={styles.market}>
      <Part name="chart" isCard>
        <PriceCard {...{ pair, shown, lines, onTurn }} />
      </Part>
      <Part name="trades">
        <WithPool pair={pair}>
          <Trades pair={pair} />
        </WithPool>
      </Part>
    </div>
    <Part name="own">
      <OwnLists pair={pair} />
    </Part>
  </>
);
