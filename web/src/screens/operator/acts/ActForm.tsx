// An act: its fields, what will be written, one button that says what it does, and what came of it.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CallName, Calls } from '#client';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import type { Entry } from '../../../exact/netting.ts';
import { Button } from '../../../parts/Button.tsx';
import { Check } from '../../../parts/Check.tsx';
import { pressWords } from '../../../parts/press-words.ts';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { t } from '../../../words/words.ts';
import styles from '../operator.module.css';
import { ActOutcome } from './ActOutcome.tsx';
import { Act } from './act-context.ts';
import { EntryRows } from './EntryRows.tsx';
import { fieldOf, underField } from './faults.ts';

/** What is refused until it is said to be meant. */
const ASKED_BACK = 'unusual_fees';

export type Plan<Name extends CallName> = {
  /** Null while something is missing or wrong. */
  readonly input: Calls[Name]['input'] | null;
  /** What pressing does, or what is missing. */
  readonly button: string;
  /** What the ledger will write; empty where it only takes note. */
  readonly entries?: readonly Entry[];
  readonly notes?: ReactNode;
  readonly faults?: Readonly<Record<string, ReactNode>>;
};

export function ActForm<Name extends CallName, Values extends Record<string, string>>({
  call,
  about = '',
  initial,
  planOf,
  danger = false,
  again,
  onAgain,
  told,
  children,
}: {
  readonly call: Name;
  /** What it changes, such as a pool; absent where that is for the form to say. */
  readonly about?: string;
  readonly initial: Values;
  planOf(values: Values): Plan<Name>;
  readonly danger?: boolean;
  /** What the button says that starts over; absent where once is enough. */
  readonly again?: string;
  /** What stays of the values for the next time; nothing unless said. */
  onAgain?(values: Values): Values;
  /** What is told of the answer, beside its number. */
  told?(output: Calls[Name]['output']): ReactNode;
  children?(values: Values): ReactNode;
}) {
  const [values, setValues] = useState(initial);
  const pressing = usePress(call, about);
  const { state, other } = pressing;
  const plan = planOf(values);
  // What has no key cannot be asked again: whoever looked at the list may press once more.
  const isAskedAgain = state.kind === 'unknown' && isOpen(state);
  const isAsking = isOpen(state) && !isAskedAgain;
  const refused = state.kind === 'refused' ? state.failure : null;
  const field = refused && fieldOf(refused, Object.keys(initial));
  const isAskedBack = refused !== null && refused.code === ASKED_BACK;
  const [isMeant, setMeant] = useState(false);
  const set = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setMeant(false);
    if (state.kind === 'refused') pressing.clear();
  };
  const faultOf = (name: string) =>
    refused && field === name ? underField(refused.message, name) : plan.faults?.[name];
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (field !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [field]);
  if (state.kind === 'done') {
    const startOver = () => {
      setValues(onAgain?.(values) ?? initial);
      pressing.clear();
    };
    return (
      <ActOutcome
        pressing={pressing}
        told={told?.(state.done.output)}
        {...(again !== undefined && { again, startOver })}
      />
    );
  }
  const { input } = plan;
  return (
    <Act value={{ values, set, faultOf }}>
      <form
        ref={form}
        className={styles.act}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isAskedAgain) pressing.askAgain();
          else if (input !== null) pressing.press(isAskedBack ? { ...input, force: true } : input);
        }}
      >
        {children && (
          <fieldset className={styles.fields} disabled={isOpen(state)}>
            {children(values)}
          </fieldset>
        )}
        <div className={styles.preview}>
          {plan.entries !== undefined && <EntryRows title={t('operator.preview')} entries={plan.entries} />}
          {plan.notes}
          <ActOutcome pressing={pressing} field={field} onProved={pressing.clear} />
          {isAskedBack && <Check label={t('operator.confirmFees')} isChecked={isMeant} onCheck={setMeant} />}
          <Button
            type="submit"
            primary={!danger && !isAskedBack}
            danger={danger || isAskedBack}
            wide
            disabled={isAsking || (isAskedAgain ? other !== null : input === null) || (isAskedBack && !isMeant)}
          >
            {pressWords(state) ?? (isAskedAgain ? t('operator.checkAgain') : plan.button)}
          </Button>
          <ShowCall calls={[{ name: call, method: 'POST', input: input ?? {} }]} />
        </div>
      </form>
    </Act>
  );
}
