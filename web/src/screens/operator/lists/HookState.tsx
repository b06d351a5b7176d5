// A webhook's state; problems are highlighted.

import type { Calls } from '#client';
import { t } from '../../../words/words.ts';
import styles from '../operator.module.css';

export type Webhook = Calls['getWebhooks']['output']['webhooks'][number];

export const HookState = ({ hook: { state, reason, attempts } }: { readonly hook: Webhook }) => (
  <>
    <span className={styles.status} data-status={state === 'paused' ? 'paused' : attempts > 0 ? 'failing' : 'listed'}>
      {state === 'active' && attempts > 0
        ? t('operator.hook.state.failing', { attempts })
        : t(`operator.hook.state.${state}`)}
    </span>
    {reason !== '' && <span className={styles.soft}> {reason}</span>}
  </>
);
