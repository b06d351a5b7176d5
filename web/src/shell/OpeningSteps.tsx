// The first steps of an exchange that is still empty, for its operator; gone once they are made.
import { Link } from 'wouter';
import { useOpeningSteps } from '../data/opening-steps.ts';
import { useHold } from '../parts/hold.tsx';
import styles from './first-run.module.css';
import { Steps } from './Steps.tsx';

export function OpeningSteps() {
  const steps = useOpeningSteps(true);
  useHold(steps === null);
  if (steps === null || steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className={styles.strip} aria-label="First steps">
      <p>Before anybody can trade:</p>
      <Steps
        steps={steps.map(({ label, href, isDone }) => ({ label, isDone, way: <Link href={href}>{label}</Link> }))}
      />
    </section>
  );
}
