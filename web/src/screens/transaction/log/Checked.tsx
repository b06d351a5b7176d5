// The check of a receipt, made by the browser itself: each step with its hash, and what the result means.
import type { GetTransactionOutput } from '#client';
import { proofFile } from '#client/proof';
import { type Check, checkTransaction, STEPS, type StepName } from '../../../data/log/check.ts';
import { isUnchecked, useCheck } from '../../../data/log/use-check.ts';
import { AllHashes, CheckSteps, historyLine, type Line, NoResult } from '../../../parts/CheckSteps.tsx';
import styles from '../../../parts/check-steps.module.css';
import { Notice } from '../../../parts/Notice.tsx';
import { SaveText } from '../../../parts/SaveText.tsx';
import { t } from '../../../words/words.ts';

export default function Checked({
  done,
  viewer,
}: {
  readonly done: GetTransactionOutput;
  readonly viewer: string | null;
}) {
  const state = useCheck(() => checkTransaction(done, viewer));
  return isUnchecked(state) ? <NoResult state={state} /> : <Result check={state} number={done.sequence} />;
}

function Result({ check, number }: { readonly check: Check; readonly number: number }) {
  const { proof, vkey, failed, history } = check;
  const file = proofFile([{ vkey, transaction: proof }]);
  const isPassed = failed === null && history?.is !== 'alarm';
  return (
    <>
      <CheckSteps lines={[...linesOf(check), historyLine(history)]} />
      <Notice tone={isPassed ? 'water' : 'oxide'} title={t(isPassed ? 'proof.passed' : 'proof.failed')}>
        <div className={styles.meaning}>
          <p>{isPassed ? t('proof.passed.means', { number, size: proof.size }) : t('proof.failed.means')}</p>
          {isPassed && <p>{t('proof.passed.not')}</p>}
          {failed && failed.why !== '' && <p className={styles.why}>{failed.why}</p>}
          {check.differences.map(({ field, shown, logged }) => (
            <p key={field} className={styles.why}>
              {t('proof.differs', { field, shown: shown ?? '–', logged: logged ?? '–' })}
            </p>
          ))}
        </div>
      </Notice>
      <details className={styles.more}>
        <summary>{t('proof.record')}</summary>
        <pre>{proof.row}</pre>
        {proof.opened.map(({ name, text }) => (
          <pre key={name}>{text}</pre>
        ))}
      </details>
      <AllHashes steps={check.steps} note={proof.checkpoint} />
      <SaveText name={`proof-${number}.json`} text={`${JSON.stringify(file, null, 2)}\n`} label={t('proof.save')} />
    </>
  );
}

/** The steps up to the one that failed. */
function linesOf({ steps, failed }: Check): readonly Line[] {
  const names = failed === null ? STEPS : STEPS.slice(0, STEPS.indexOf(failed.step) + 1);
  return names.map((name) => {
    const found = steps.findLast(({ step }) => step === (name === 'path' ? 'node' : name));
    const hash = found && 'hash' in found ? found.hash : undefined;
    return failed?.step === name
      ? { is: 'failed', text: t(`proof.failed.${failed.step}`), hash }
      : { is: 'done', text: textOf(name, steps), hash };
  });
}

function textOf(name: StepName, steps: Check['steps']): string {
  if (name === 'path') return t('proof.step.path', { count: steps.filter(({ step }) => step === 'node').length });
  if (name !== 'signature') return t(`proof.step.${name}`);
  const signature = steps.find((step) => step.step === 'signature');
  return t('proof.step.signature', { name: signature?.name ?? '' });
}
