// The first steps of an exchange that is still empty; gone once they are made.
import { Link } from 'wouter';
import { useFirstSteps } from '../../data/first-steps.ts';
import { CheckIcon } from '../../shell/icons.tsx';
import styles from './operator.module.css';

export function FirstSteps() {
  const steps = useFirstSteps(true);
  if (steps === null || steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className={styles.steps} aria-label="First steps">
      <p>Before anybody can trade:</p>
      <ol>
        {steps.map(({ label, href, isDone }) => (
          <li key={label} data-done={isDone || undefined}>
            {isDone ? (
              <>
                <CheckIcon />
                <span>
                  {label}
                  <span className={styles.spoken}>, done</span>
                </span>
              </>
            ) : (
              <Link href={href}>{label}</Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
