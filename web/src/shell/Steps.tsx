// A numbered list of steps; a done step has a tick instead of its number.
import type { ReactNode } from 'react';
import { Spoken } from '../parts/Spoken.tsx';
import { t } from '../words/words.ts';
import styles from './first-run.module.css';

type Step = { readonly label: string; readonly isDone: boolean; readonly way: ReactNode };

export const Steps = ({ steps }: { readonly steps: readonly Step[] }) => (
  <ol className={styles.steps}>
    {steps.map(({ label, isDone, way }, at) => (
      <li key={label} data-done={isDone}>
        <span className={styles.mark} aria-hidden="true">
          {isDone ? '✓' : at + 1}
        </span>
        {isDone && <Spoken>{t('shell.step.done')} </Spoken>}
        {isDone ? label : way}
      </li>
    ))}
  </ol>
);
