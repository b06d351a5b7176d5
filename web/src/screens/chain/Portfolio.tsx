// The screen "Portfolio" of an exchange on a chain: the wallet's balances and its positions in the listed pools.
import { useMe } from '../../data/account.ts';
import { useUrlState } from '../../data/url-state.ts';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { piece } from '../../parts/piece.tsx';
import { inSheet } from '../../parts/Sheet.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { SignIn } from '../../parts/SignIn.tsx';
import { t } from '../../words/words.ts';
import { BalanceCard } from '../portfolio/holdings/Balances.tsx';
import { useBareBalances } from '../portfolio/holdings/holdings.ts';
import styles from '../portfolio/portfolio.module.css';
import ChainCard from './ChainCard.tsx';
import { Positions } from './Positions.tsx';

const AddSheet = piece(() => import('../portfolio/liquidity/AddSheet.tsx'), inSheet('portfolio.add'));
const WithdrawSheet = piece(() => import('../portfolio/liquidity/WithdrawSheet.tsx'), inSheet('portfolio.withdraw'));

const CLOSED = { sheet: '', jetton0: '', jetton1: '' };

export default function Portfolio() {
  const { account, isKnown } = useMe();
  const [{ sheet, jetton0, jetton1 }, setSheet] = useUrlState(CLOSED);
  const isPool = jetton0 !== '' && jetton1 !== '';
  const sheetOf = { jetton0, jetton1, onClose: () => setSheet(CLOSED) };
  const balances = useBareBalances(account !== null);
  if (!isKnown) return <PageTitle title={t('portfolio.title')} />;
  if (account === null) {
    return (
      <>
        <PageTitle title={t('portfolio.title')} />
        <SignIn why={t('portfolio.signIn')} />
      </>
    );
  }
  return (
    <>
      <PageTitle title={t('portfolio.title')}>{t('portfolio.lead')}</PageTitle>
      <div className={styles.columns}>
        <BalanceCard list={balances} onSend={null} />
        <div className={styles.positions}>
          <Positions onSheet={(which, pair) => setSheet({ sheet: which, ...pair }, { push: true })} />
          <ChainCard />
        </div>
      </div>
      {sheet === 'add' && isPool && <AddSheet {...sheetOf} />}
      {sheet === 'withdraw' && isPool && <WithdrawSheet {...sheetOf} />}
      <ShowCall
        calls={[
          { name: 'getBalances', method: 'GET', input: {} },
          { name: 'getPools', method: 'GET', input: {} },
        ]}
      />
    </>
  );
}
