// A switch for notifications of filled orders on this device; the browser is asked when it is pressed, never before.
import { useState } from 'react';
import { Check } from '../../../parts/Check.tsx';
import { allow, disallow, notifying } from '../../../shell/news/notify.ts';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';

export function NotifySwitch({ account }: { readonly account: string }) {
  const [state, setState] = useState(() => notifying(account));
  const toggle = async (isOn: boolean) =>
    setState(isOn ? await allow(account, t('orders.notify.on')) : disallow(account));
  if (state === 'unsupported' || state === 'denied')
    return <p className={styles.notify}>{t(`orders.notify.${state}`)}</p>;
  return (
    <div className={styles.notify}>
      <Check label={t('orders.notify')} isChecked={state === 'on'} onCheck={toggle} />
      <p>{t('orders.notify.text')}</p>
    </div>
  );
}
