// The check of a receipt, made by the browser itself: each step with its hash, and what the result means.
import { useEffect, useState } from 'react';
import { type GetTransactionOutput, MillpondError } from '#client';
import { type Check, checkTransaction, STEPS, type StepName } from '../../../data/log/check.ts';
import type { Compared } from '../../../data/log/look.ts';
import { Notice } from '../../../parts/Notice.tsx';
import { SaveText } from '../../../parts/SaveText.tsx';
import { moment } from '../../../words/ago.ts';
import { words } from '../../../words/errors.ts';
import { t } from '../../../words/words.ts';
import styles from './log.module.css';

type State = Check | MillpondError | 'checking' | 'unable';

export default function Checked({ done }: { readonly done: GetTransactionOutput }) {
  const [state, setState] = useState<State>('checking');
  useEffect(() => {
    let isGone = false;
    checkTransaction(done).then(
      (check) => isGone || setState(check ?? 'unable'),
      (error) => isGone || setState(error instanceof MillpondError ? error : new MillpondError(String(error), UNREAD)),
    );
    return () => {
      isGone = true;
    };
  }, [done]);
  if (state === 'checking') return <p role="status">{t('proof.checking')}</p>;
  if (state === 'unable') return <Notice tone="wheat">{t('proof.unable')}</Notice>;
  if (state instanceof MillpondError) {
    const { title, body } = words(state.code, state.message);
    return (
      <Notice tone="wheat" title={title}>
        {body}
      </Notice>
    );
  }
  return <Result check={state} number={done.sequence} />;
}

const UNREAD = { code: 'unreadable' } as const;

function Result({ check, number }: { readonly check: Check; readonly number: number }) {
  const { proof, failed, history } = check;
  const isPassed = failed === null && history?.is !== 'alarm';
  return (
    <>
      <ol className={styles.steps}>
        {stepsOf(check).map((step) => (
          <Step key={step.name} {...step} />
        ))}
        <History history={history} />
      </ol>
      <Notice tone={isPassed ? 'water' : 'oxide'} title={t(isPassed ? 'proof.passed' : 'proof.failed')}>
        <div className={styles.meaning}>
          <p>{isPassed ? t('proof.passed.means', { number, size: proof.size }) : t('proof.failed.means')}</p>
          {isPassed && <p>{t('proof.passed.not')}</p>}
          {failed && <p className={styles.why}>{failed.why}</p>}
        </div>
      </Notice>
      <details className={styles.more}>
        <summary>{t('proof.record')}</summary>
        <pre>{proof.row}</pre>
      </details>
      <details className={styles.more}>
        <summary>{t('proof.hashes')}</summary>
        <ol>
          {check.steps.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one check do not change
            <li key={at}>{'hash' in step ? step.hash : step.name}</li>
          ))}
        </ol>
        <pre>{proof.checkpoint}</pre>
      </details>
      <SaveText name={`proof-${number}.json`} text={`${JSON.stringify(proof, null, 2)}\n`} label={t('proof.save')} />
    </>
  );
}

type Shown = { readonly name: StepName; readonly isDone: boolean; readonly text: string; readonly hash: string };

/** The steps up to the one that failed. */
function stepsOf({ steps, failed }: Check): readonly Shown[] {
  const names = failed === null ? STEPS : STEPS.slice(0, STEPS.indexOf(failed.step) + 1);
  return names.map((name) => {
    const isDone = failed?.step !== name;
    const found = steps.findLast(({ step }) => step === (name === 'path' ? 'node' : name));
    return {
      name,
      isDone,
      text: failed?.step === name ? t(`proof.failed.${failed.step}`) : textOf(name, steps),
      hash: found && 'hash' in found ? found.hash : '',
    };
  });
}

function textOf(name: StepName, steps: Check['steps']): string {
  if (name === 'path') return t('proof.step.path', { count: steps.filter(({ step }) => step === 'node').length });
  if (name !== 'signature') return t(`proof.step.${name}`);
  const signature = steps.find((step) => step.step === 'signature');
  return t('proof.step.signature', { name: signature?.name ?? '' });
}

function Step({ isDone, text, hash }: Omit<Shown, 'name'>) {
  return (
    <li className={isDone ? styles.done : styles.failed}>
      {text}
      {hash !== '' && <code>{hash}</code>}
    </li>
  );
}

function History({ history }: { readonly history: Compared | null }) {
  if (history === null) return <li className={styles.unknown}>{t('proof.step.unknown')}</li>;
  if (history.is === 'first') return <Step isDone text={t('proof.step.first')} hash="" />;
  if (history.is === 'alarm') return <Step isDone={false} text={t('proof.failed.history')} hash="" />;
  return <Step isDone text={t('proof.step.continued', { time: moment(history.sinceMs) })} hash="" />;
}
