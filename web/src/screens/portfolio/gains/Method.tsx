// The rule of cost and gain in words, on demand.
import { t } from '../../../words/words.ts';
import styles from './gains.module.css';

export const Method = ({ quote }: { readonly quote: string }) => (
  <details className={styles.method}>
    <summary>{t('books.method')}</summary>
    <p>
      {t('books.method.text', { quote })} <a href="/docs/getGains">{t('books.method.link')}</a>
    </p>
  </details>
);
