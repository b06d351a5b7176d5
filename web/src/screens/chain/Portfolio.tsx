// The screen "Portfolio" of an exchange on a chain: the wallet's balances and its positions in the listed pools.
import { useMe } from '../../data/account.ts';
import { useUrlState } from '../../data/url-state.ts';
import { addText } from '../../exact/amount.ts';
import { Figure } from '../../exact/Figure.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { SignedOut } from '../../parts/SignIn.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import { BalanceSection } from '../portfolio/holdings/Balances.tsx';
import { useBareBalances } from '../portfolio/holdings/holdings.ts';
import { totalTextId, unpricedWords } from '../portfolio/holdings/totals.ts';
import { LiquiditySheets } from '../portfolio/liquidity/LiquiditySheets.tsx';
import styles from '../portfolio/portfolio.module.css';
import ChainCard from './ChainCard.tsx';
import { Positions, positionWorth, usePositions } from './Positions.tsx';
import { TON, totalOf, worthIn } from './prices.ts';

const CLOSED = { sheet: '', jetton0: '', jetton1: '' };

export default function Portfolio() {
  const { account, isKnown } = useMe();
  const [{ sheet, jetton0, jetton1 }, setSheet] = useUrlState(CLOSED);
  const isPool = jetton0 !== '' && jetton1 !== '';
  const balances = useBareBalances(account !== null);
  const held = usePositions(account !== null);
  const { items: positions, prices } = held;
  const valued = balances.items.map((row) => ({ ...row, worth: worthIn(prices, row.address, row.balance) }));
  const tokens = totalOf(valued.map(({ worth }) => worth));
  const shares = totalOf(positions.map(({ pool, held }) => positionWorth(prices, pool, held)));
  const isWhole = balances.more === null && !held.isCut;
  const leftOut = unpricedWords(tokens.unpriced, shares.unpriced);
  if (!isKnown) return <PageTitle title={t('portfolio.title')} />;
  if (account === null) return <SignedOut title={t('portfolio.title')} why={t('portfolio.signIn')} />;
  return (
    <>
      <PageTitle title={t('portfolio.title')}>
        <T
          id={totalTextId({ complete: isWhole })}
          values={{
            amount: <Figure className={styles.total} value={addText(tokens.total, shares.total)} symbol="TON" />,
          }}
        />
        {leftOut !== null && ` · ${leftOut}`}
      </PageTitle>
      <div className={styles.columns}>
        <BalanceSection list={{ ...balances, items: valued }} quote={TON} onSend={null} />
        <Positions held={held} onSheet={(which, pair) => setSheet({ sheet: which, ...pair }, { push: true })} />
        <ChainCard />
      </div>
      {isPool && <LiquiditySheets {...{ sheet, jetton0, jetton1 }} onClose={() => setSheet(CLOSED)} />}
      <ShowCall
        calls={[
          { name: 'getBalances', method: 'GET', input: {} },
          { name: 'getPools', method: 'GET', input: {} },
        ]}
      />
    </>
  );
}
