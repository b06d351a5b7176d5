// Operator actions on one webhook: test, pause, rotate its secret, delete.

import { useState } from 'react';
import { Segments } from '../../../parts/Choices.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { count, listed } from '../../../words/format.ts';
import { t } from '../../../words/words.ts';
import type { Kind } from '../../activity/sentence.ts';
import { milliseconds } from '../health/health.ts';
import { HookState, type Webhook } from '../lists/HookState.tsx';
import { When } from '../lists/When.tsx';
import styles from '../operator.module.css';
import { ActForm } from './ActForm.tsx';
import { Deliveries } from './Deliveries.tsx';
import { Once } from './Once.tsx';

type Act = 'test' | 'deliveries' | 'state' | 'secret' | 'delete';

export function WebhookActs({ id, hook }: { readonly id: string; readonly hook: Webhook | null }) {
  const [act, setAct] = useState<Act>('test');
  const isPaused = hook?.state === 'paused';
  const choices = [
    { value: 'test', label: t('operator.hook.act.test') },
    { value: 'deliveries', label: t('account.deliveries') },
    { value: 'state', label: t(isPaused ? 'operator.hook.act.resume' : 'operator.hook.act.pause') },
    { value: 'secret', label: t('operator.hook.act.secret') },
    { value: 'delete', label: t('operator.hook.act.delete') },
  ] as const;
  return (
    <div className={styles.stack}>
      {hook ? <Facts hook={hook} /> : <p>{t('operator.hook.unknown', { id })}</p>}
      <Segments<Act> label={t('operator.act')} choices={choices} value={act} onChoose={setAct} />
      {act === 'test' && <Try id={id} />}
      {act === 'deliveries' && <Deliveries id={id} />}
      {act === 'state' && <SetState key={hook?.state} id={id} state={isPaused ? 'active' : 'paused'} />}
      {act === 'secret' && <NewSecret id={id} />}
      {act === 'delete' && <Delete id={id} url={hook?.url ?? ''} />}
    </div>
  );
}

const Facts = ({ hook }: { readonly hook: Webhook }) => (
  <Rows>
    <Row name={t('operator.hooks.url')}>
      <span className={styles.long}>{hook.url}</span>
    </Row>
    <Row name={t('operator.field.status')}>
      <HookState hook={hook} />
    </Row>
    <Row name={t('operator.hook.events')}>
      {hook.kinds.length === 0
        ? t('operator.hook.events.all')
        : listed(hook.kinds.map((kind) => t(`activity.kind.${kind as Kind}`)))}
    </Row>
    {hook.pools.length > 0 && <Row name={t('operator.hook.pools')}>{count(hook.pools.length)}</Row>}
    <Row name={t('operator.hooks.delivered')}>{t('operator.hooks.number', { number: hook.deliveredTo })}</Row>
    <Row name={t('operator.hook.response')}>{hook.lastStatus ?? t('operator.hook.response.none')}</Row>
    {hook.nextAttemptAt && (
      <Row name={t('operator.hook.next')}>
        <When at={hook.nextAttemptAt} />
      </Row>
    )}
    {hook.previousSecretUntil && (
      <Row name={t('operator.hook.previous')}>
        <When at={hook.previousSecretUntil} />
      </Row>
    )}
  </Rows>
);

const Try = ({ id }: { readonly id: string }) => (
  <ActForm
    call="testWebhook"
    about={id}
    initial={{}}
    planOf={() => ({ input: { id }, button: t('operator.hook.test') })}
    told={({ delivered, status, tookMs, failure }) =>
      delivered
        ? t('operator.hook.test.done', { status: String(status), time: milliseconds(tookMs) })
        : t('operator.hook.test.failed', { failure: failure ?? '' })
    }
    again={t('operator.hook.test.again')}
  />
);

const SetState = ({ id, state }: { readonly id: string; readonly state: 'active' | 'paused' }) => (
  <ActForm
    call="setWebhookState"
    about={id}
    initial={{}}
    planOf={() => ({
      input: { id, state },
      button: t(`operator.hook.${state === 'paused' ? 'pause' : 'resume'}`),
      notes: <p>{t(`operator.hook.${state === 'paused' ? 'pause' : 'resume'}.note`)}</p>,
    })}
  />
);

const NewSecret = ({ id }: { readonly id: string }) => (
  <ActForm
    call="rotateWebhookSecret"
    about={id}
    initial={{}}
    planOf={() => ({
      input: { id },
      button: t('operator.hook.secret'),
      notes: <p>{t('operator.hook.secret.note')}</p>,
    })}
    told={({ secret }) => <Once label={t('operator.hook.secret.done')} secret={secret} />}
  />
);

const Delete = ({ id, url }: { readonly id: string; readonly url: string }) => (
  <ActForm
    call="deleteWebhook"
    about={id}
    danger
    initial={{}}
    planOf={() => ({
      input: { id },
      button: t('operator.hook.delete', { url }),
      notes: <p>{t('operator.hook.delete.note')}</p>,
    })}
    told={() => t('operator.hook.delete.done', { url })}
  />
);
