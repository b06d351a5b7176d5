// Deposits and withdrawals, by which tokens enter and leave the exchange; each has a reference that can be used once.

import { usePages } from '../../../data/pages.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { Segments } from '../../../parts/Choices.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import parts from '../../../parts/parts.module.css';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { t } from '../../../words/words.ts';
import { MoveTokens } from '../acts/MoveTokens.tsx';
import styles from '../operator.module.css';
import { ChangeList } from './ChangeList.tsx';

type Kind = 'deposit' | 'withdraw';

const DEFAULTS = { kind: 'deposit', account: '', token: '' };
const kinds = () => (['deposit', 'withdraw'] as const).map((value) => ({ value, label: t(`operator.move.${value}`) }));

export function Movements() {
  const [{ kind, account, token }, change] = useUrlState(DEFAULTS);
  const chosen: Kind = kind === 'withdraw' ? 'withdraw' : 'deposit';
  const pages = usePages('getActivity', { all: 'true', kind: chosen }, ({ activity }) => activity, { limit: 20 });
  return (
    <>
      <PageTitle title={t('operator.section.movements')}>{t('operator.move.lead')}</PageTitle>
      <Segments<Kind>
        label={t('operator.move.direction')}
        choices={kinds()}
        value={chosen}
        onChoose={(value) => change({ kind: value })}
      />
      <h2 className={parts.visuallyHidden}>{t(`operator.move.${chosen}.title`)}</h2>
      <div className={styles.wide}>
        <MoveTokens key={`${chosen} ${account} ${token}`} kind={chosen} account={account} token={token} />
      </div>
      <ChangeList
        title={t(`operator.move.${chosen}.recent`)}
        pages={pages}
        empty={t(`operator.move.${chosen}.empty`)}
      />
      <ShowCall calls={[{ name: 'getActivity', method: 'GET', input: { all: 'true', kind: chosen } }]} />
    </>
  );
}
