// The first steps of an exchange that is still empty; gone once they are made.
import { Link } from 'wouter';
import { useOpeningSteps } from '../../data/opening-steps.ts';
import { Spoken } from '../../parts/Spoken.tsx';
import styles from '../../shell/first-run.module.css';

export function FirstSteps() {
  const steps = useOpeningSteps(true);
  if (steps === null || steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className={styles.strip} aria-label="First steps">
      <p>Before anybody can trade:</p>
      <ol className={styles.steps}>
        {steps.map(({ label, href, isDone }, at) => (
          <li key={label} data-done={isDone}>
            <span className={styles.mark} aria-hidden="true">
              {isDone ? '✓' : at + 1}
            </span>
            {isDone && <Spoken>Done: </Spoken>}
            {isDone ? label : <Link href={href}>{label}</Link>}
          </li>
        ))}
      </ol>
    </section>
  );
}
