// The tokens of the exchange: registered once, renamed, paused and hidden here.
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
import { RegisterToken } from '../acts/RegisterToken.tsx';
import { UpdateToken } from '../acts/UpdateToken.tsx';
import styles from '../operator.module.css';
import { Listing } from './Listing.tsx';
import { StatusWord } from './StatusWord.tsx';
import { SHOWN, type Status } from './statuses.ts';

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
        title="Tokens"
        actions={
          <Button primary onClick={() => change({ act: 'register' })}>
            Register a token
          </Button>
        }
      >
        Address, symbol and decimals never change; name, logo and status do.
      </PageTitle>
      <Segments label="Which" choices={SHOWN} value={status} onChoose={(value) => change({ status: value })} />
      <Listing
        label="Tokens"
        columns={columnsOf((address) => change({ token: address }))}
        pages={pages}
        keyOf={({ address }) => address}
        empty={status === '' ? 'No token is registered yet.' : `No token is ${status}.`}
      />
      <ShowCall calls={[{ name: 'getTokens', method: 'GET', input }]} />
      {act === 'register' && (
        <Sheet title="Register a token" onClose={close}>
          <RegisterToken />
        </Sheet>
      )}
      {token !== '' && (
        <Sheet title="Change a token" onClose={close}>
          <UpdateToken key={token} address={token} />
        </Sheet>
      )}
    </>
  );
}

const columnsOf = (open: (address: string) => void): readonly Column<Token>[] => [
  {
    name: 'Token',
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
  { name: 'Address', cell: ({ address }) => <span title={address}>{shortAddress(address)}</span> },
  { name: 'Decimals', end: true, cell: ({ decimals }) => decimals },
  { name: 'Status', cell: ({ status }) => <StatusWord status={status} /> },
  {
    name: 'Change',
    end: true,
    cell: ({ address, symbol }) => (
      <LinkButton onClick={() => open(address)} aria-label={`Change ${symbol}`}>
        Change
      </LinkButton>
    ),
  },
];
