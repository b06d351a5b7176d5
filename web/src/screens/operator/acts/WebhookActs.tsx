// What is done to one webhook: tried, paused, given another secret, deleted.
import { useState } from 'react';
import { Segments } from '../../../parts/Choices.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { HookState, type Webhook } from '../lists/HookState.tsx';
import { When } from '../lists/When.tsx';
import styles from '../operator.module.css';
import { ActForm } from './ActForm.tsx';
import { Once } from './Once.tsx';

type Act = 'test' | 'state' | 'secret' | 'delete';

export function WebhookActs({ id, hook }: { readonly id: string; readonly hook: Webhook | null }) {
  const [act, setAct] = useState<Act>('test');
  const isPaused = hook?.state === 'paused';
  const choices = [
    { value: 'test', label: 'Try it' },
    { value: 'state', label: isPaused ? 'Resume' : 'Pause' },
    { value: 'secret', label: 'New secret' },
    { value: 'delete', label: 'Delete' },
  ] as const;
  return (
    <div className={styles.stack}>
      {hook ? <Facts hook={hook} /> : <p>The webhook {id} is not there.</p>}
      <Segments<Act> label="Act" choices={choices} value={act} onChoose={setAct} />
      {act === 'test' && <Try id={id} />}
      {act === 'state' && <SetState key={hook?.state} id={id} state={isPaused ? 'active' : 'paused'} />}
      {act === 'secret' && <NewSecret id={id} />}
      {act === 'delete' && <Delete id={id} url={hook?.url ?? ''} />}
    </div>
  );
}

const Facts = ({ hook }: { readonly hook: Webhook }) => (
  <Rows>
    <Row name="Sent to">
      <span className={styles.long}>{hook.url}</span>
    </Row>
    <Row name="State">
      <HookState hook={hook} />
    </Row>
    <Row name="Kinds">{hook.kinds.join(', ') || 'all'}</Row>
    {hook.pools.length > 0 && <Row name="Pools">{hook.pools.length.toLocaleString('en-US')}</Row>}
    <Row name="Delivered to">no. {hook.deliveredTo.toLocaleString('en-US')}</Row>
    <Row name="Last answer">{hook.lastStatus ?? 'none'}</Row>
    {hook.nextAttemptAt && (
      <Row name="Tried again">
        <When at={hook.nextAttemptAt} />
      </Row>
    )}
    {hook.previousSecretUntil && (
      <Row name="Signed with the secret before until">
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
    planOf={() => ({ input: { id }, button: 'Send a test message' })}
    told={({ delivered, status, tookMs, failure }) =>
      delivered ? `It answered ${status} in ${tookMs} ms.` : `It was not delivered: ${failure}`
    }
    again="Try again"
  />
);

const SetState = ({ id, state }: { readonly id: string; readonly state: 'active' | 'paused' }) => (
  <ActForm
    call="setWebhookState"
    about={id}
    initial={{}}
    planOf={() => ({
      input: { id, state },
      button: state === 'paused' ? 'Pause it' : 'Resume it',
      notes: (
        <p>{state === 'paused' ? 'Nothing is sent, and nothing is lost.' : 'It goes on where it was, at once.'}</p>
      ),
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
      button: 'Make a new secret',
      notes: <p>For a while, messages are signed with the secret before as well.</p>,
    })}
    told={({ secret }) => <Once label="Messages are signed with this secret from now on." secret={secret} />}
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
      button: `Delete the webhook to ${url}`,
      notes: <p>For ever; what waits to be sent is not sent any more. A request that is under way may still arrive.</p>,
    })}
    told={() => `Nothing is sent to ${url} any more.`}
  />
);
