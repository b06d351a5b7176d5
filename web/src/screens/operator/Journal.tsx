// Finds in the journal what somebody has a number, an id, an account or a reference of.
import { useState } from 'react';
import type { Calls } from '#client';
import { useUrlState } from '../../data/url-state.ts';
import { useCall } from '../../data/use.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { ShowCall, type ShownCall } from '../../parts/ShowCall.tsx';
import { ChangeList } from './ChangeList.tsx';
import styles from './operator.module.css';
import { usePages } from './pages.ts';
import { type Meaning, meaningsOf } from './search.ts';

const DEFAULTS = { q: '' };

export function Journal() {
  const [{ q }, change] = useUrlState(DEFAULTS);
  const [typed, setTyped] = useState(q);
  const meanings = meaningsOf(q);
  return (
    <>
      <PageTitle title="Journal">Every change there ever was, in its order.</PageTitle>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          change({ q: typed.trim() }, { push: true });
        }}
      >
        <Field
          label="Number, transaction id, account or reference"
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" primary>
          Find
        </Button>
      </form>
      {meanings.length === 0 ? <Latest /> : meanings.map((meaning) => <Found key={meaning.by} meaning={meaning} />)}
      <ShowCall calls={meanings.length === 0 ? [LATEST] : meanings.map(callOf)} />
    </>
  );
}

const LATEST: ShownCall = { name: 'getActivity', method: 'GET', input: { all: 'true' } };

function Latest() {
  const pages = usePages('getActivity', { all: 'true' }, ({ activity }) => activity, { limit: 25 });
  return <ChangeList title="Last written" pages={pages} empty="Nothing is written yet." />;
}

function Found({ meaning }: { readonly meaning: Meaning }) {
  return meaning.by === 'sequence' || meaning.by === 'transactionId' ? (
    <One meaning={meaning} />
  ) : (
    <Many meaning={meaning} />
  );
}

function One({ meaning }: { readonly meaning: Extract<Meaning, { by: 'sequence' | 'transactionId' }> }) {
  const { by, ...input } = meaning;
  const { data, error, refetch } = useCall('getTransaction', input as Calls['getTransaction']['input']);
  const isMissing = error?.code === 'unknown_transaction' || error?.code === 'invalid_request';
  const pages = {
    items: data ? [data] : [],
    isKnown: data !== undefined || isMissing,
    error: isMissing ? null : error,
    retry: () => void refetch(),
    more: null,
  };
  return (
    <ChangeList
      title={
        by === 'sequence' ? `No. ${meaning.by === 'sequence' && meaning.sequence.toLocaleString('en-US')}` : 'By its id'
      }
      pages={pages}
      empty={by === 'sequence' ? 'The journal has no such number yet.' : 'No transaction has this id.'}
    />
  );
}

function Many({ meaning }: { readonly meaning: Extract<Meaning, { by: 'account' | 'reference' }> }) {
  const input =
    meaning.by === 'account' ? { account: meaning.account } : ({ all: 'true', reference: meaning.reference } as const);
  const pages = usePages('getActivity', input, ({ activity }) => activity, { limit: 25 });
  return (
    <ChangeList
      title={meaning.by === 'account' ? `Of the account ${meaning.account}` : `By the reference ${meaning.reference}`}
      pages={pages}
      empty={meaning.by === 'account' ? 'No such account has done anything.' : 'No movement has this reference.'}
    />
  );
}

function callOf(meaning: Meaning): ShownCall {
  const { by, ...input } = meaning;
  const isOne = by === 'sequence' || by === 'transactionId';
  return {
    name: isOne ? 'getTransaction' : 'getActivity',
    method: 'GET',
    input: by === 'reference' ? { all: 'true', ...input } : input,
  };
}
