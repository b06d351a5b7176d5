// The alarm above every screen: the exchange shows a log that contradicts the one it has shown this browser before.
import { type Alarm as Kept, ownLog } from '../../data/log/kept.ts';
import { Button } from '../../parts/Button.tsx';
import { CopyText, SaveText } from '../../parts/SaveText.tsx';
import { moment } from '../../words/ago.ts';
import { t } from '../../words/words.ts';
import styles from './alarm.module.css';

export default function Alarm({ alarm }: { readonly alarm: Kept }) {
  const { kind, kept, shown, atMs } = alarm;
  const text = evidenceOf(alarm);
  return (
    <section className={`${styles.alarm} ${kind === 'other' ? styles.other : ''}`} role="alert">
      <h2>{t(`proof.alarm.${kind}`)}</h2>
      <div>
        <p>{t(`proof.alarm.${kind}.text`)}</p>
        <div className={styles.acts}>
          <SaveText
            name={kind === 'changed' ? 'evidence.json' : 'checkpoints.json'}
            text={text}
            label={t('proof.alarm.save')}
          />
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

/** Of a changed history, a file that `millpond watch --verify` checks; otherwise both notes to the letter, each with its key. */
function evidenceOf({ kind, kept, shown, vkey, atMs, evidence: proof }: Kept): string {
  const known = ownLog.read();
  if (proof !== undefined) {
    const head = { format: 'millpond-evidence/v1', at: isoOf(atMs), url: location.origin, vkey: known?.vkey };
    return `${JSON.stringify({ ...head, evidence: proof }, null, 2)}\n`;
  }
  const evidence = {
    exchange: location.origin,
    kind,
    kept: { since: isoOf(known?.firstAtMs), key: known?.vkey, checkpoint: kept },
    shown: { at: isoOf(atMs), key: vkey, checkpoint: shown },
  };
  return `${JSON.stringify(evidence, null, 2)}\n`;
}

const isoOf = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
