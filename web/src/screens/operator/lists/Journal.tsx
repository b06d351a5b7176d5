// Searches the journal by number, id, account or reference.

import { useState } from 'react';
import type { Calls } from '#client';
import { type Pages, usePages } from '../../../data/pages.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { useCall } from '../../../data/use.ts';
import { Button } from '../../../parts/Button.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Field } from '../../../parts/Field.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { ShowCall, type ShownCall } from '../../../parts/ShowCall.tsx';
import { t } from '../../../words/words.ts';
import type { ActivityEntry } from '../../activity/sentence.ts';
import styles from '../operator.module.css';
import { ChangeList } from './ChangeList.tsx';
import { type Meaning, meaningsOf } from './search.ts';

const DEFAULTS = { q: '' };

export function Journal() {
  const [{ q }, change] = useUrlState(DEFAULTS);
  const [typed, setTyped] = useState(q);
  const meanings = meaningsOf(q);
  return (
    <>
      <PageTitle title={t('operator.section.journal')}>{t('operator.journal.lead')}</PageTitle>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          change({ q: typed.trim() }, { push: true });
        }}
      >
        <Field
          label={t('operator.journal.field')}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" primary>
          {t('operator.journal.search')}
        </Button>
      </form>
      {meanings.length === 0 ? <Latest /> : <Found meanings={meanings} />}
      <ShowCall calls={meanings.length === 0 ? [LATEST] : meanings.map(callOf)} />
    </>
  );
}

const LATEST: ShownCall = { name: 'getActivity', method: 'GET', input: { all: 'true' } };

function Latest() {
  const pages = usePages('getActivity', { all: 'true' }, ({ activity }) => activity, { limit: 25 });
  return <ChangeList title={t('operator.journal.latest')} pages={pages} empty={t('operator.journal.empty')} />;
}

/** Searches for every possible meaning of the text (number, id, account, reference), and shows those that are found. */
function Found({ meanings }: { readonly meanings: readonly Meaning[] }) {
  const one = useOne(meanings.find(({ by }) => by === 'sequence' || by === 'transactionId'));
  const ofAccount = useMany(meanings.find(({ by }) => by === 'account'));
  const byReference = useMany(meanings.find(({ by }) => by === 'reference'));
  const groups = [one, ofAccount, byReference].filter((group) => group !== null);
  const shown = groups.filter(
    ({ pages }) => pages.items.length > 0 || pages.error !== null || !pages.isKnown || pages.more,
  );
  if (shown.length === 0) return <Empty title={t('operator.journal.none')} />;
  return shown.map(({ title, pages }) => <ChangeList key={title} title={title} pages={pages} empty="" />);
}

type Group = { readonly title: string; readonly pages: Pages<ActivityEntry> };

function useOne(meaning: Meaning | undefined): Group | null {
  const { by, ...input } = meaning ?? { by: null };
  const asked = useCall('getTransaction', input as Calls['getTransaction']['input'], { enabled: by !== null });
  if (meaning === undefined) return null;
  const title =
    meaning.by === 'sequence' ? t('operator.journal.number', { number: meaning.sequence }) : t('operator.journal.id');
  const items = asked.data ? [asked.data] : [];
  return { title, pages: found({ ...NOTHING, items, isKnown: asked.isSuccess, error: asked.error }) };
}

function useMany(meaning: Meaning | undefined): Group | null {
  const { by, ...named } = meaning ?? { by: null };
  const input = (by === 'reference' ? { all: 'true', ...named } : named) as Calls['getActivity']['input'];
  const pages = usePages('getActivity', input, ({ activity }) => activity, { limit: 25, enabled: by !== null });
  if (meaning === undefined) return null;
  const title =
    meaning.by === 'account'
      ? t('operator.journal.account', { account: meaning.account })
      : t('operator.journal.reference', { reference: wordOf(meaning) });
  return { title, pages: found(pages) };
}

const wordOf = (meaning: Meaning): string => (meaning.by === 'reference' ? meaning.reference : '');

const NOTHING = { retry: () => {}, more: null };
/** Errors that mean "not found" rather than a failure. */
const MISSING = new Set<string>(['not_found', 'invalid_request']);

const found = (pages: Pages<ActivityEntry>): Pages<ActivityEntry> =>
  pages.error !== null && MISSING.has(pages.error.code) ? { ...pages, isKnown: true, error: null } : pages;

function callOf(meaning: Meaning): ShownCall {
  const { by, ...input } = meaning;
  const isOne = by === 'sequence' || by === 'transactionId';
  return {
    name: isOne ? 'getTransaction' : 'getActivity',
    method: 'GET',
    input: by === 'reference' ? { all: 'true', ...input } : input,
  };
}
