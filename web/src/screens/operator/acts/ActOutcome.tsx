// The outcome of pressing a form's button: the transaction number, why the request was refused, or that the answer was lost.

import { type ReactNode, useEffect, useRef } from 'react';
import type { CallName } from '#client';
import { isOnChain } from '../../../data/chain.ts';
import type { AnsweredCall } from '../../../data/press/use-press.ts';
import type { Pressing } from '../../../data/press/use-presser.ts';
import { useCall } from '../../../data/use.ts';
import { Button, ButtonLink } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { PressNotice } from '../../../parts/PressNotice.tsx';
import { words } from '../../../words/errors.ts';
import { t } from '../../../words/words.ts';
import styles from '../operator.module.css';
import { EntryRows } from './EntryRows.tsx';

export function ActOutcome({
  pressing,
  field = null,
  told,
  again,
  startOver,
}: {
  readonly pressing: Pick<Pressing<unknown, AnsweredCall<CallName>>, 'state' | 'other' | 'giveUp'>;
  /** The field under which the form already shows the refusal. */
  readonly field?: string | null;
  readonly told?: ReactNode;
  readonly again?: string;
  startOver?(): void;
}) {
  const { state } = pressing;
  switch (state.kind) {
    case 'unknown':
      if (state.pressed.key !== null) return <PressNotice {...pressing} />;
      return (
        <Notice tone="wheat" title={t('parts.press.unknown')}>
          {t('operator.unknown.text')}
        </Notice>
      );
    case 'refused': {
      const { title, body } = words(state.failure);
      if (state.failure.code === 'unusual_fees') {
        return (
          <Notice tone="wheat" title={t('operator.confirmFees.title')}>
            {forPeople(body)}
          </Notice>
        );
      }
      return (
        <Notice tone="oxide" title={title}>
          {field === null ? body : t('operator.refused.field')}
        </Notice>
      );
    }
    case 'done':
      return (
        <Done transactionId={state.done.transactionId} told={told}>
          {startOver && <Button onClick={startOver}>{again}</Button>}
        </Done>
      );
    default:
      return <PressNotice {...pressing} />;
  }
}

/** Removes the advice for API clients (`force: true`) from the server's message. */
const forPeople = (message: string): string =>
  message
    .replace(/(, or send force: true if this is intended| Send force: true if this is intended)\.$/, '')
    .replace(/([^.])$/, '$1.');

function Done({
  transactionId,
  told,
  children,
}: {
  readonly transactionId: string | null;
  readonly told: ReactNode;
  readonly children: ReactNode;
}) {
  // On a chain, an operator's action has no receipt: the activity lists only swaps and liquidity.
  const isWritten = transactionId !== null && !isOnChain;
  const { data } = useCall('getTransaction', { transactionId: transactionId ?? '' }, { enabled: isWritten });
  const place = useRef<HTMLDivElement>(null);
  // The pressed button is gone: move the keyboard focus here.
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={styles.done}>
      <Notice title={isWritten ? recordedAs(data?.sequence) : t('operator.done')}>{told}</Notice>
      {data && data.entries.length > 0 && <EntryRows title={t('operator.entries')} entries={data.entries} />}
      <div className={styles.actions}>
        {isWritten && (
          <ButtonLink href={`/tx/${data?.sequence ?? transactionId}`}>{t('operator.done.receipt')}</ButtonLink>
        )}
        {children}
      </div>
    </div>
  );
}

const recordedAs = (sequence: number | undefined): string =>
  sequence === undefined ? t('operator.done.recorded') : t('operator.done.number', { number: sequence });
