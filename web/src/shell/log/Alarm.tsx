// The alarm above every screen: the exchange shows a log that contradicts the one it has shown this browser before.
import { type Alarm as Evidence, ownLog, sizeOf } from '../../data/log/kept.ts';
import { Button } from '../../parts/Button.tsx';
import { CopyText, SaveText } from '../../parts/SaveText.tsx';
import { moment } from '../../words/ago.ts';
import { t } from '../../words/words.ts';
import styles from './alarm.module.css';

export default function Alarm({ alarm }: { readonly alarm: Evidence }) {
  const { kind, kept, shown, atMs } = alarm;
  const text = evidenceOf(alarm);
  return (
    <section className={`${styles.alarm} ${kind === 'other' ? styles.other : ''}`} role="alert">
      <h2>{t(`proof.alarm.${kind}`)}</h2>
      <div>
        <p>
          {kind === 'shrunk'
            ? t('proof.alarm.shrunk.text', { kept: sizeOf(kept), shown: sizeOf(shown) })
            : t(`proof.alarm.${kind}.text`)}
        </p>
        <div className={styles.acts}>
          <SaveText name="checkpoints.json" text={text} label={t('proof.alarm.save')} />
          <CopyText text={text} label={t('proof.alarm.copy')} />
        </div>
        <details>
          <summary>{t('proof.alarm.both')}</summary>
          <h3>{t('proof.alarm.kept')}</h3>
          <pre>{kept}</pre>
          <h3>{t('proof.alarm.shown', { time: moment(atMs) })}</h3>
          <pre>{shown}</pre>
          <Button onClick={() => ownLog.forget()}>{t('proof.alarm.accept')}</Button>
        </details>
      </div>
    </section>
  );
}

/** Both notes to the letter, each with its key: a file for anybody who wants to verify them. */
function evidenceOf({ kind, kept, shown, vkey, atMs }: Evidence): string {
  const known = ownLog.read();
  const evidence = {
    exchange: location.origin,
    kind,
    kept: { since: isoOf(known?.firstAtMs), key: known?.vkey, checkpoint: kept },
    shown: { at: isoOf(atMs), key: vkey, checkpoint: shown },
  };
  return `${JSON.stringify(evidence, null, 2)}\n`;
}

const isoOf = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
