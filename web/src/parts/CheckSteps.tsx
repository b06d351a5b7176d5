// The steps of a check that the browser has made by itself, each with its hash.
import type { ProofStep } from '#client/proof';
import type { Compared } from '../data/log/look.ts';
import type { Unchecked } from '../data/log/use-check.ts';
import { moment } from '../words/ago.ts';
import { words } from '../words/errors.ts';
import { t } from '../words/words.ts';
import styles from './check-steps.module.css';
import { Notice } from './Notice.tsx';

/** `unknown`: the step could not be made, which is neither good nor bad. */
export type Line = {
  readonly is: 'done' | 'failed' | 'unknown';
  readonly text: string;
  readonly hash?: string | undefined;
};

export const CheckSteps = ({ lines }: { readonly lines: readonly Line[] }) => (
  <ol className={styles.steps}>
    {lines.map(({ is, text, hash }) => (
      <li key={text} className={is === 'done' ? undefined : styles[is]}>
        {text}
        {hash && <code>{hash}</code>}
      </li>
    ))}
  </ol>
);

/** How the checkpoint relates to the one that this browser has kept. */
export function historyLine(history: Compared | null): Line {
  if (history === null) return { is: 'unknown', text: t('proof.step.unknown') };
  if (history.is === 'first') return { is: 'done', text: t('proof.step.first') };
  if (history.is === 'old') return { is: 'unknown', text: t('proof.step.old') };
  if (history.is === 'alarm') return { is: 'failed', text: t('proof.failed.history') };
  return { is: 'done', text: t('proof.step.continued', { time: moment(history.sinceMs) }) };
}

/** Every hash that was computed, and the signed checkpoint. */
export const AllHashes = ({ steps, note }: { readonly steps: readonly ProofStep[]; readonly note: string }) => (
  <details className={styles.more}>
    <summary>{t('proof.hashes')}</summary>
    <ol>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one check do not change
        <li key={at}>{'hash' in step ? step.hash : step.name}</li>
      ))}
    </ol>
    <pre>{note}</pre>
  </details>
);

/** Shown while a check runs, or instead of its steps if it could not be made. */
export function NoResult({ state }: { readonly state: Unchecked }) {
  if (state === 'checking') return <p role="status">{t('proof.checking')}</p>;
  if (state === 'unable') return <Notice tone="wheat">{t('proof.unable')}</Notice>;
  const { title, body } = words(state);
  return (
    <Notice tone="wheat" title={title}>
      {body}
    </Notice>
  );
}
