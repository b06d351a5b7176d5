// Journal entries as rows, each linked to its receipt.

import { useId, useMemo } from 'react';
import { Link } from 'wouter';
import type { Pages } from '../../../data/pages.ts';
import { type Tokens, tokenOf } from '../../../data/tokens.ts';
import { Sentence } from '../../../parts/Sentence.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { count } from '../../../words/format.ts';
import { t } from '../../../words/words.ts';
import { type ActivityEntry, isUnsettled, receiptOf, sentenceOf } from '../../activity/sentence.ts';
import { statusOf } from '../../chain/status.ts';
import styles from '../operator.module.css';
import { useEveryToken } from './every-token.ts';
import { Listing } from './Listing.tsx';
import { When } from './When.tsx';

export function ChangeList({
  title,
  pages,
  empty,
}: {
  readonly title: string;
  readonly pages: Pages<ActivityEntry>;
  readonly empty: string;
}) {
  const id = useId();
  const tokens = useEveryToken();
  const columns = useMemo(() => columnsOf(tokens), [tokens]);
  return (
    <section className={styles.block} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Listing
        label={title}
        columns={columns}
        pages={pages}
        keyOf={({ transactionId }) => transactionId}
        empty={empty}
      />
    </section>
  );
}

const columnsOf = (tokens: Tokens): readonly Column<ActivityEntry>[] => [
  {
    name: t('operator.changes.number'),
    cell: (done) => <Link href={receiptOf(done)}>{count(done.sequence)}</Link>,
  },
  { name: t('operator.changes.time'), cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    name: t('operator.changes.what'),
    cell: (done) => (
      <span>
        <Sentence {...sentenceOf(done, (token) => tokenOf(tokens, token).symbol, tokens)} />
        {isUnsettled(done) && <small className={styles.soft}> {statusOf(done)}</small>}
        {done.reference !== undefined && <small className={styles.soft}> {done.reference}</small>}
      </span>
    ),
  },
  { name: t('operator.field.account'), end: true, cell: ({ account }) => account },
];
