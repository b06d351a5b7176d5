// The screen "Portfolio": what one has, and the truth about what it has brought.
import { useMe } from '../../data/account.ts';
import { type Holding, useBalances } from '../../data/balances.ts';
import { type Prices, usePrices, worthIn } from '../../data/prices.ts';
import { useTokens } from '../../data/tokens.ts';
import { useUrlState } from '../../data/url-state.ts';
import { useCall } from '../../data/use.ts';
import { Figure } from '../../exact/Figure.tsx';
import { compareWorth, sumOfKnown } from '../../exact/worth.ts';
import { useHold } from '../../parts/hold.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { piece } from '../../parts/piece.tsx';
import { inSheet } from '../../parts/Sheet.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { SignIn } from '../../parts/SignIn.tsx';
import { words } from '../../words/errors.ts';
import { Balances } from './Balances.tsx';
import { Positions } from './Positions.tsx';
import styles from './portfolio.module.css';
import type { Position } from './truth.ts';

const AddSheet = piece(() => import('./AddSheet.tsx'), inSheet('Add liquidity'));
const WithdrawSheet = piece(() => import('./WithdrawSheet.tsx'), inSheet('Withdraw liquidity'));

const CLOSED = { sheet: '', jetton0: '', jetton1: '' };

export default function Portfolio() {
  const { account, isKnown } = useMe();
  const [{ sheet, jetton0, jetton1 }, setSheet] = useUrlState(CLOSED);
  const isPool = jetton0 !== '' && jetton1 !== '';
  const close = () => setSheet(CLOSED);
  useHold(!isKnown);
  if (!isKnown) return <PageTitle title="Portfolio" />;
  return (
    <>
      {account === null ? (
        <>
          <PageTitle title="Portfolio" />
          <SignIn what="to see what you hold" />
        </>
      ) : (
        <Holdings onSheet={(which, position) => setSheet({ sheet: which, ...poolOf(position) }, { push: true })} />
      )}
      {sheet === 'add' && isPool && <AddSheet jetton0={jetton0} jetton1={jetton1} onClose={close} />}
      {sheet === 'withdraw' && isPool && <WithdrawSheet jetton0={jetton0} jetton1={jetton1} onClose={close} />}
      <ShowCall
        calls={[
          { name: 'getBalances', method: 'GET', input: {} },
          { name: 'getLPPositions', method: 'GET', input: {} },
          { name: 'getMarket', method: 'GET', input: { list: 'tokens' } },
        ]}
      />
    </>
  );
}

const poolOf = ({ jetton0, jetton1 }: Position) => ({ jetton0, jetton1 });

type OnSheet = (which: 'add' | 'withdraw', position: Position) => void;

function Holdings({ onSheet }: { readonly onSheet: OnSheet }) {
  const balances = useBalances();
  const prices = usePrices();
  const tokens = useTokens();
  const { data, error } = useCall('getLPPositions', { limit: 200 });
  const positions = byWorth(data?.positions ?? [], prices);
  useHold(!balances || !prices || (positions.length > 0 && tokens.size === 0) || (data === undefined && !error));
  const pools = new Set(positions.map(({ poolAddress }) => poolAddress));
  const held = [...(balances?.values() ?? [])].filter(({ address }) => !pools.has(address));
  const total = totalOf(held, positions, prices);
  return (
    <>
      <PageTitle title="Portfolio">
        {total === null || !prices?.quote ? (
          'What you hold, and what it has brought.'
        ) : (
          <>
            All together <Figure className={styles.total} value={total} symbol={prices.quote.symbol} />
          </>
        )}
      </PageTitle>
      <div className={styles.columns}>
        {balances && <Balances held={held} prices={prices} />}
        {error && <Notice tone="wheat">{words(error.code, error.message).body}</Notice>}
        {data && <Positions positions={positions} prices={prices} onSheet={onSheet} />}
      </div>
    </>
  );
}

/** Null where nothing has a price. */
const totalOf = (held: readonly Holding[], positions: readonly Position[], prices: Prices | undefined): string | null =>
  sumOfKnown([
    ...held.map(({ address, balance }) => worthIn(prices, address, balance)),
    ...positions.map((position) => worthNow(position, prices)),
  ]);

const worthNow = ({ jetton0, returns0, jetton1, returns1 }: Position, prices: Prices | undefined): string | null =>
  sumOfKnown([worthIn(prices, jetton0, returns0), worthIn(prices, jetton1, returns1)]);

/** The dearest first. */
const byWorth = (positions: readonly Position[], prices: Prices | undefined): readonly Position[] =>
  positions.toSorted((a, b) => compareWorth(worthNow(b, prices), worthNow(a, prices)));
