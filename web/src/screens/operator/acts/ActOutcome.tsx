// What came of a press, in words: its number, why it was refused, or that the answer was lost.
import { type ReactNode, useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { words } from '../../../words/errors.ts';
import styles from '../operator.module.css';
import type { Outcome, Written } from './act.ts';
import { EntryRows } from './EntryRows.tsx';

export function ActOutcome({
  outcome,
  field = null,
  told,
  again,
  startOver,
}: {
  readonly outcome: Outcome<unknown>;
  /** The field that says why it was refused. */
  readonly field?: string | null;
  readonly told?: ReactNode;
  readonly again?: string;
  startOver?(): void;
}) {
  switch (outcome.kind) {
    case 'none':
      return null;
    case 'asking':
      return outcome.attempt === 1 ? null : (
        <Notice tone="wheat" title="Asking again what became of it">
          The answer was lost. The same key has one effect, so asking again is safe.
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="wheat" title="Nobody knows yet whether it was done.">
          {outcome.error.idempotencyKey !== null
            ? 'The answer was lost. The same key has one effect, so asking again is safe.'
            : 'The answer was lost, and this call takes no key: look at the list before you press again.'}
        </Notice>
      );
    case 'refused': {
      const { title, body } = words(outcome.error.code, outcome.error.message);
      if (outcome.error.code === 'unusual_fees') {
        return (
          <Notice tone="wheat" title="Not done yet. Are these fees meant?">
            {forPeople(body)}
          </Notice>
        );
      }
      return (
        <Notice tone="oxide" title={title}>
          {field === null ? body : 'The marked field says why.'}
        </Notice>
      );
    }
    case 'done':
      return (
        <Done written={outcome.written} told={told}>
          {startOver && <Button onClick={startOver}>{again}</Button>}
        </Done>
      );
  }
}

/** Without what the message tells programs to send. */
const forPeople = (message: string): string =>
  message
    .replace(/(, or send force: true if that is meant| Send force: true if that is meant)\.$/, '')
    .replace(/([^.])$/, '$1.');

function Done({
  written,
  told,
  children,
}: {
  readonly written: Written | null;
  readonly told: ReactNode;
  readonly children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone, and whoever uses the keyboard goes on here.
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={styles.done}>
      <Notice title={titleOf(written)}>{told}</Notice>
      {written !== null && written.entries.length > 0 && (
        <EntryRows title="What the ledger wrote" entries={written.entries} />
      )}
      <div className={styles.actions}>
        {written !== null && (
          <ButtonLink href={`/tx/${written.sequence ?? written.transactionId}`}>Open the receipt</ButtonLink>
        )}
        {children}
      </div>
    </div>
  );
}

function titleOf(written: Written | null): string {
  if (written === null) return 'Done.';
  return written.sequence === null ? 'Written.' : `Written as no. ${written.sequence.toLocaleString('en-US')}.`;
}
