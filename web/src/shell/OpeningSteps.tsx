// The setup steps of an empty exchange, for its operator; hidden once all are done.
import { Link } from 'wouter';
import { useOpeningSteps } from '../data/opening-steps.ts';
import { useHold } from '../parts/hold.tsx';
import { t } from '../words/words.ts';
import styles from './first-run.module.css';
import { Steps } from './Steps.tsx';

export function OpeningSteps() {
  const steps = useOpeningSteps(true);
  useHold(steps === null);
  if (steps === null || steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className={styles.strip} aria-label={t('shell.firstSteps')}>
      <p>{t('shell.opening')}</p>
      <Steps
        steps={steps.map(({ label, href, isDone }) => ({
          label: t(label),
          isDone,
          way: <Link href={href}>{t(label)}</Link>,
        }))}
      />
    </section>
  );
}
