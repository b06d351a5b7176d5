// The footer of an exchange with a name of its own: its links, and the software it runs on.
import { brand, ENGINE } from '../data/brand.ts';
import { T } from '../words/T.tsx';
import { t } from '../words/words.ts';
import styles from './shell.module.css';

export function Footer() {
  const { name, terms, help } = brand;
  if (name === ENGINE && terms === null && help === null) return null;
  return (
    <footer className={styles.footer}>
      {terms !== null && (
        <a href={terms} rel="noopener">
          {t('brand.terms')}
        </a>
      )}
      {help !== null && (
        <a href={help} rel="noopener">
          {t('brand.help')}
        </a>
      )}
      {name !== ENGINE && (
        <span>
          <T id="brand.engine" values={{ engine: ENGINE }} />
        </span>
      )}
    </footer>
  );
}
