// An act: its fields, what will be written, one button that says what it does, and what came of it.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CallName, Calls } from '#client';
import type { Entry } from '../../../exact/netting.ts';
import { Button } from '../../../parts/Button.tsx';
import { Check } from '../../../parts/Check.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import styles from '../operator.module.css';
import { ActOutcome } from './ActOutcome.tsx';
import { useAct } from './act.ts';
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
  initial,
  planOf,
  danger = false,
  again,
  onAgain,
  told,
  children,
}: {
  readonly call: Name;
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
  const { outcome, press, askAgain, forget } = useAct(call);
  const plan = planOf(values);
  // What has no key cannot be asked again: whoever looked at the list may press once more.
  const isAskedAgain = outcome.kind === 'unknown' && outcome.error.idempotencyKey !== null;
  const isOpen = outcome.kind !== 'asking' && !isAskedAgain;
  const refused = outcome.kind === 'refused' ? outcome.error : null;
  const field = refused && fieldOf(refused, Object.keys(initial));
  const isAskedBack = refused !== null && refused.code === ASKED_BACK;
  const [isMeant, setMeant] = useState(false);
  const set = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setMeant(false);
    if (outcome.kind === 'refused') forget();
  };
  const faultOf = (name: string) =>
    refused && field === name ? underField(refused.message, name) : plan.faults?.[name];
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (field !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [field]);
  if (outcome.kind === 'done') {
    const startOver = () => {
      setValues(onAgain?.(values) ?? initial);
      forget();
    };
    return (
      <ActOutcome outcome={outcome} told={told?.(outcome.output)} {...(again !== undefined && { again, startOver })} />
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
          if (isAskedAgain) askAgain();
          else if (input !== null) press(isAskedBack ? { ...input, force: true } : input);
        }}
      >
        {children && (
          <fieldset className={styles.fields} disabled={!isOpen}>
            {children(values)}
          </fieldset>
        )}
        <div className={styles.preview}>
          {plan.entries !== undefined && <EntryRows title="What the ledger will write" entries={plan.entries} />}
          {plan.notes}
          <ActOutcome outcome={outcome} field={field} />
          {isAskedBack && <Check label="These fees are meant" isChecked={isMeant} onCheck={setMeant} />}
          <Button
            type="submit"
            primary={!danger && !isAskedBack}
            danger={danger || isAskedBack}
            wide
            disabled={outcome.kind === 'asking' || (input === null && !isAskedAgain) || (isAskedBack && !isMeant)}
          >
            {outcome.kind === 'asking' ? asking(outcome.attempt) : isAskedAgain ? 'Ask again' : plan.button}
          </Button>
          <ShowCall calls={[{ name: call, method: 'POST', input: input ?? {} }]} />
        </div>
      </form>
    </Act>
  );
}

const asking = (attempt: number): string => (attempt > 1 ? `Asking, try ${attempt}` : 'Writing');
