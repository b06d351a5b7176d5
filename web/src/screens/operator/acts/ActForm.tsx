// An operator's form: its fields, the ledger entries it will write, one button, and the outcome.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CallName, Calls } from '#client';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import type { BalanceEntry } from '../../../exact/netting.ts';
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

/** The code of the refusal that the operator can override with a checkbox. */
const ASKED_BACK = 'unusual_fees';

export type Plan<Name extends CallName> = {
  /** Null while a field is missing or invalid. */
  readonly input: Calls[Name]['input'] | null;
  /** The label of the button: its action, or which field is missing. */
  readonly button: string;
  /** The ledger entries that the request will write; empty if no balance changes. */
  readonly entries?: readonly BalanceEntry[];
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
  /** The thing the form changes, such as a pool; absent if its fields decide that. */
  readonly about?: string;
  readonly initial: Values;
  planOf(values: Values): Plan<Name>;
  readonly danger?: boolean;
  /** The label of the button that starts over; absent for forms that are used once. */
  readonly again?: string;
  /** Returns the values for starting over; without it the form starts with the initial ones. */
  onAgain?(values: Values): Values;
  /** Renders the answer, next to its transaction number. */
  told?(output: Calls[Name]['output']): ReactNode;
  children?(values: Values): ReactNode;
}) {
  const [values, setValues] = useState(initial);
  const pressing = usePress(call, about);
  const { state, other } = pressing;
  const plan = planOf(values);
  // After a lost answer, only a request with an idempotency key is repeated; without one the operator checks the list and may press anew.
  const isAskedAgain = state.kind === 'unknown' && isOpen(state);
  const isAsking = isOpen(state) && !isAskedAgain;
  const refused = state.kind === 'refused' ? state.failure : null;
  const field = refused && fieldOf(refused, Object.keys(initial));
  const needsConfirmation = refused !== null && refused.code === ASKED_BACK;
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
          else if (input !== null) pressing.press(needsConfirmation ? { ...input, force: true } : input);
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
          <ActOutcome pressing={pressing} field={field} />
          {needsConfirmation && <Check label={t('operator.confirmFees')} isChecked={isMeant} onCheck={setMeant} />}
          <Button
            type="submit"
            primary={!danger && !needsConfirmation}
            danger={danger || needsConfirmation}
            wide
            disabled={isAsking || (isAskedAgain ? other !== null : input === null) || (needsConfirmation && !isMeant)}
          >
            {pressWords(state) ?? (isAskedAgain ? t('operator.checkAgain') : plan.button)}
          </Button>
          <ShowCall calls={[{ name: call, method: 'POST', input: input ?? {} }]} />
        </div>
      </form>
    </Act>
  );
}
