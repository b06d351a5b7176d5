// The list of tokens: register, rename, pause, hide.

import type { Calls } from '#client';
import { usePages } from '../../../data/pages.ts';
import { shortAddress } from '../../../data/tokens.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { Segments } from '../../../parts/Choices.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { Pebble } from '../../../parts/Pebble.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { t } from '../../../words/words.ts';
import { RegisterToken } from '../acts/RegisterToken.tsx';
import { UpdateToken } from '../acts/UpdateToken.tsx';
import styles from '../operator.module.css';
import { Listing } from './Listing.tsx';
import { StatusWord } from './StatusWord.tsx';
import { type Status, shown } from './statuses.ts';

type Token = Calls['getTokens']['output']['tokens'][number];

const DEFAULTS = { act: '', token: '', status: '' };

export function Tokens() {
  const [{ act, token, status }, change] = useUrlState(DEFAULTS);
  const input = status === '' ? {} : { status: status as Status };
  const pages = usePages('getTokens', input, ({ tokens }) => tokens);
  const close = () => change({ act: '', token: '' });
  return (
    <>
      <PageTitle
        title={t('operator.section.tokens')}
        actions={
          <Button primary onClick={() => change({ act: 'register' })}>
            {t('operator.tokens.register')}
          </Button>
        }
      >
        {t('operator.tokens.lead')}
      </PageTitle>
      <Segments
        label={t('operator.status.filter')}
        choices={shown()}
        value={status}
        onChoose={(value) => change({ status: value })}
      />
      <Listing
        label={t('operator.section.tokens')}
        columns={columnsOf((address) => change({ token: address }))}
        pages={pages}
        keyOf={({ address }) => address}
        empty={status === '' ? t('operator.tokens.empty') : t('operator.tokens.empty.status', { status })}
      />
      <ShowCall calls={[{ name: 'getTokens', method: 'GET', input }]} />
      {act === 'register' && (
        <Sheet title={t('operator.tokens.register')} onClose={close}>
          <RegisterToken />
        </Sheet>
      )}
      {token !== '' && (
        <Sheet title={t('operator.tokens.edit')} onClose={close}>
          <UpdateToken key={token} address={token} />
        </Sheet>
      )}
    </>
  );
}

const columnsOf = (open: (address: string) => void): readonly Column<Token>[] => [
  {
    name: t('operator.tokens.token'),
    cell: ({ address, symbol, name }) => (
      <span className={styles.named}>
        <Pebble address={address} symbol={symbol} />
        <span>
          <strong>{symbol}</strong>
          {name !== '' && <span className={styles.soft}> {name}</span>}
        </span>
      </span>
    ),
  },
  { name: t('operator.tokens.address'), cell: ({ address }) => <span title={address}>{shortAddress(address)}</span> },
  { name: t('operator.tokens.decimals'), end: true, cell: ({ decimals }) => decimals },
  { name: t('operator.field.status'), cell: ({ status }) => <StatusWord status={status} /> },
  {
    name: t('operator.actions'),
    end: true,
    cell: ({ address, symbol }) => (
      <LinkButton onClick={() => open(address)} aria-label={t('operator.tokens.edit.one', { symbol })}>
        {t('operator.tokens.edit.short')}
      </LinkButton>
    ),
  },
];
