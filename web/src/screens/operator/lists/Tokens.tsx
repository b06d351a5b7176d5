// The list of tokens: register, rename, pause, hide.

import { isOnChain } from '../../../data/chain.ts';
import { shortAddress } from '../../../data/tokens.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { Pebble } from '../../../parts/Pebble.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { t } from '../../../words/words.ts';
import { RegisterToken } from '../acts/RegisterToken.tsx';
import { UpdateToken } from '../acts/UpdateToken.tsx';
import styles from '../operator.module.css';
import { ListFilters } from './ListFilters.tsx';
import { Listing } from './Listing.tsx';
import { StatusWord } from './StatusWord.tsx';
import { type TokenEntry, useTokenList } from './token-list.ts';

const DEFAULTS = { act: '', token: '', status: '', search: '' };

export function Tokens() {
  const [{ act, token, status, search }, change] = useUrlState(DEFAULTS);
  const pages = useTokenList({ status, search: isOnChain ? '' : search });
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
      <ListFilters filter={{ status, search }} onChange={change} />
      <Listing
        label={t('operator.section.tokens')}
        columns={columnsOf((address) => change({ token: address }))}
        pages={pages}
        keyOf={({ address }) => address}
        empty={emptyWords(status, search)}
      />
      <ShowCall
        calls={[
          search === ''
            ? { name: 'getTokens', method: 'GET', input: status === '' ? {} : { status } }
            : { name: 'getMarket', method: 'GET', input: { list: 'tokens', search } },
        ]}
      />
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

const emptyWords = (status: string, search: string): string =>
  search !== ''
    ? t('operator.tokens.empty.search')
    : status === ''
      ? t('operator.tokens.empty')
      : t('operator.tokens.empty.status', { status });

const columnsOf = (open: (address: string) => void): readonly Column<TokenEntry>[] => [
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
