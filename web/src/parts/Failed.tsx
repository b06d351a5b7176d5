// A failed request: the error in words and a button to go on; a temporary failure is retried automatically.
import { useEffect } from 'react';
import type { MillpondError } from '#client';
import { words } from '../words/errors.ts';
import { t } from '../words/words.ts';
import { Button } from './Button.tsx';
import styles from './failed.module.css';
import { Notice } from './Notice.tsx';

const AGAIN_MS = 2000;
/** Failures that pass by themselves. */
const PASSING = new Set<string>(['catching_up', 'market_unavailable', 'network']);

export function Failed({ error, onRetry }: { readonly error: MillpondError; onRetry(): void }) {
  const isPassing = PASSING.has(error.code);
  useEffect(() => {
    if (!isPassing) return;
    const timer = setInterval(onRetry, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isPassing, onRetry]);
  if (error.code === 'catching_up') return <Counting />;
  const { title, body, next, isFinal } = words(error);
  return (
    <Notice tone="oxide" title={title}>
      <p>{body}</p>
      <p className={styles.next}>
        <Button onClick={isFinal ? leave : onRetry}>{next}</Button>
      </p>
    </Notice>
  );
}

/** A reader who followed a link from another site has no screen to go back to. */
const leave = () => (window.navigation?.canGoBack ? history.back() : location.assign('/'));

/** Shown while the server computes market figures, for example after it was started on a long journal. */
export const Counting = () => (
  <Notice tone="wheat" title={t('parts.calculating')}>
    {t('parts.calculating.text')}
  </Notice>
);
