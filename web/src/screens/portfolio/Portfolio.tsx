// The screen "Portfolio": balances, orders, and positions with what they have earned.

import { useMe } from '../../data/account.ts';
import { isLogged } from '../../data/brand.ts';
import { useUrlState } from '../../data/url-state.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Averaged } from '../../market/figures/Averaged.tsx';
import { QuoteSelect } from '../../market/figures/QuoteSelect.tsx';
import { Button, LinkButton } from '../../parts/Button.tsx';
import { useHold } from '../../parts/hold.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { piece } from '../../parts/piece.tsx';
import { inSheet } from '../../parts/Sheet.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { SignedOut } from '../../parts/SignIn.tsx';
import { T } from '../../words/T.tsx';
import { t, withTexts } from '../../words/words.ts';
import { GainsSummary } from './gains/GainsSummary.tsx';
import { useGains } from './gains/use-gains.ts';
import { Balances } from './holdings/Balances.tsx';
import { newestOf, useHeldPositions, useHeldTokens } from './holdings/holdings.ts';
import type { OnSheet } from './holdings/PositionList.tsx';
import { Positions } from './holdings/Positions.tsx';
import { leftOutWords, totalTextId } from './holdings/totals.ts';
import { LiquiditySheets } from './liquidity/LiquiditySheets.tsx';
import styles from './portfolio.module.css';

const WorthChart = piece(() => import('./history/WorthChart.tsx'));
const Orders = piece(() => withTexts(import('./orders/Orders.tsx'), 'order'));
const CountedSheet = piece(
  () => withTexts(import('./counted/CountedSheet.tsx'), 'proof'),
  inSheet('portfolio.counted'),
);
const SendSheet = piece(() => import('./sending/SendSheet.tsx'), inSheet('send.title'));

const CLOSED = { sheet: '', jetton0: '', jetton1: '', token: '' };

export default function Portfolio() {
  const { account, isKnown } = useMe();
  const [{ sheet, jetton0, jetton1, token }, setSheet] = useUrlState(CLOSED);
  const isPool = jetton0 !== '' && jetton1 !== '';
  const close = () => setSheet(CLOSED);
  useHold(!isKnown);
  if (!isKnown) return <PageTitle title={t('portfolio.title')} />;
  return (
    <>
      {account === null ? (
        <SignedOut title={t('portfolio.title')} why={t('portfolio.signIn')} />
      ) : (
        <Holdings
          onSheet={(which, pool) => setSheet({ ...CLOSED, sheet: which, ...pool }, { push: true })}
          onSend={(sent) => setSheet({ ...CLOSED, sheet: 'send', token: sent }, { push: true })}
          onCounted={() => setSheet({ ...CLOSED, sheet: 'counted' }, { push: true })}
        />
      )}
      {account !== null && isLogged && sheet === 'counted' && <CountedSheet account={account} onClose={close} />}
      {isPool && <LiquiditySheets {...{ sheet, jetton0, jetton1 }} onClose={close} />}
      {sheet === 'send' && <SendSheet token={token} onClose={close} />}
      <ShowCall
        calls={[
          { name: 'getPortfolio', method: 'GET', input: {} },
          { name: 'getPortfolio', method: 'GET', input: { list: 'positions' } },
          { name: 'getPortfolio', method: 'GET', input: { history: 'month' } },
          { name: 'getGains', method: 'GET', input: {} },
          { name: 'getLPPositions', method: 'GET', input: { state: 'closed' } },
          { name: 'getOrders', method: 'GET', input: { state: 'open' } },
        ]}
      />
    </>
  );
}

function Holdings({
  onSheet,
  onSend,
  onCounted,
}: {
  readonly onSheet: OnSheet;
  onSend(token: string): void;
  onCounted(): void;
}) {
  const { maySend } = useMe();
  const [tokens, positions, gains] = [useHeldTokens(), useHeldPositions(), useGains()];
  const totals = newestOf([tokens.last, positions.last].filter((page) => page !== undefined));
  const leftOut = totals && leftOutWords(totals);
  useHold(!(tokens.isKnown || tokens.error) || !(positions.isKnown || positions.error));
  return (
    <>
      <PageTitle
        title={t('portfolio.title')}
        actions={
          <div className={styles.head}>
            {maySend && <Button onClick={() => onSend('')}>{t('send.title')}</Button>}
            <QuoteSelect />
          </div>
        }
      >
        {!totals?.quoteToken || totals.worth === null ? (
          t('portfolio.lead')
        ) : (
          <T
            id={totalTextId(totals)}
            values={{
              amount: <Figure className={styles.total} value={totals.worth} symbol={totals.quoteToken.symbol} />,
            }}
          />
        )}
        {leftOut && ` · ${leftOut}`}
      </PageTitle>
      <div className={styles.overview}>
        <GainsSummary asked={gains}>
          <Averaged of="values" symbol={totals?.quoteToken?.symbol} />
        </GainsSummary>
        <WorthChart />
      </div>
      <div className={styles.columns}>
        <Balances held={tokens} asked={gains} onSend={maySend ? onSend : null}>
          {isLogged && <LinkButton onClick={onCounted}>{t('portfolio.counted')}</LinkButton>}
        </Balances>
        <Positions held={positions} asked={gains} onSheet={onSheet} />
        <Orders />
      </div>
    </>
  );
}
