// Deposits and withdrawals: tokens enter and leave the exchange, each by a reference that is used once.

import { usePages } from '../../../data/pages.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { Segments } from '../../../parts/Choices.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import parts from '../../../parts/parts.module.css';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { MoveTokens } from '../acts/MoveTokens.tsx';
import styles from '../operator.module.css';
import { ChangeList } from './ChangeList.tsx';

type Kind = 'deposit' | 'withdraw';

const DEFAULTS = { kind: 'deposit', account: '', token: '' };
const KINDS = [
  { value: 'deposit', label: 'Deposit' },
  { value: 'withdraw', label: 'Withdraw' },
] as const;

export function Movements() {
  const [{ kind, account, token }, change] = useUrlState(DEFAULTS);
  const chosen: Kind = kind === 'withdraw' ? 'withdraw' : 'deposit';
  const pages = usePages('getActivity', { all: 'true', kind: chosen }, ({ activity }) => activity, { limit: 20 });
  return (
    <>
      <PageTitle title="Deposits and withdrawals">
        What has arrived is credited, what leaves is debited; a reference is used once.
      </PageTitle>
      <Segments<Kind> label="Direction" choices={KINDS} value={chosen} onChoose={(value) => change({ kind: value })} />
      <h2 className={parts.visuallyHidden}>{chosen === 'deposit' ? 'A deposit' : 'A withdrawal'}</h2>
      <div className={styles.wide}>
        <MoveTokens key={`${chosen} ${account} ${token}`} kind={chosen} account={account} token={token} />
      </div>
      <ChangeList
        title={chosen === 'deposit' ? 'Last deposits' : 'Last withdrawals'}
        pages={pages}
        empty={chosen === 'deposit' ? 'Nothing has come in yet.' : 'Nothing has left yet.'}
      />
      <ShowCall calls={[{ name: 'getActivity', method: 'GET', input: { all: 'true', kind: chosen } }]} />
    </>
  );
}
