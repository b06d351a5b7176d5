// The account's passkeys: add one on this device, or remove them.
import { useState } from 'react';
import type { Calls } from '#client';
import { addPasskey, canUsePasskeys, isGivenUp } from '../../data/passkeys.ts';
import { asFailure, queries, server } from '../../data/server.ts';
import { useCall } from '../../data/use.ts';
import { Ago } from '../../parts/Ago.tsx';
import { Button, LinkButton } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { useHold } from '../../parts/hold.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { words } from '../../words/errors.ts';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import styles from './passkeys.module.css';

type Passkey = Calls['getPasskeys']['output']['passkeys'][number];
type Message = { readonly title: string; readonly body: string };

const renew = () => queries.invalidateQueries({ queryKey: ['getPasskeys'] });

export function Passkeys() {
  const passkeys = useCall('getPasskeys', {});
  const signUp = useCall('getSignUp', {});
  useHold(passkeys.isPending || signUp.isPending);
  const [message, setMessage] = useState<Message | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** The id of a passkey that is the last way to sign in: removing it needs a second confirmation. */
  const [last, setLast] = useState<string | null>(null);
  const act = async (work: () => Promise<unknown>, id?: string) => {
    setBusy(true);
    setMessage(null);
    try {
      await work();
      setLast(null);
      await renew();
    } catch (error) {
      const failure = asFailure(error);
      if (failure?.code === 'last_credential' && id !== undefined) setLast(id);
      else if (failure) setMessage(words(failure));
      else if (!isGivenUp(error)) setMessage({ title: t('errors.title'), body: String(error) });
      else setMessage({ title: t('errors.title'), body: t('people.join.givenUp') });
    }
    setBusy(false);
  };
  return (
    <Card title={t('people.passkeys')}>
      <p className={styles.soft}>{t('people.passkeys.text')}</p>
      {passkeys.error && <Failed error={passkeys.error} onRetry={renew} />}
      {passkeys.data?.passkeys.length === 0 && (
        <Empty title={t('people.passkeys.none')}>
          <p>{t('people.passkeys.none.text')}</p>
        </Empty>
      )}
      <ul className={styles.list} aria-label={t('people.passkeys')}>
        {passkeys.data?.passkeys.map((one) => (
          <Row
            key={one.id}
            passkey={one}
            isBusy={isBusy}
            isLast={last === one.id}
            onRemove={(force) => act(() => server.revokePasskey({ id: one.id, ...(force && { force }) }), one.id)}
          />
        ))}
      </ul>
      {message && (
        <Notice tone="oxide" title={message.title}>
          {message.body}
        </Notice>
      )}
      {signUp.data && canUsePasskeys(signUp.data) ? (
        <Button primary disabled={isBusy} onClick={() => act(addPasskey)}>
          {t('people.passkeys.add')}
        </Button>
      ) : (
        signUp.data &&
        signUp.data.passkeyUrl !== null && (
          <p className={styles.soft}>
            {t('people.join.elsewhere')} <a href={`${signUp.data.passkeyUrl}/account`}>{signUp.data.passkeyUrl}</a>
          </p>
        )
      )}
    </Card>
  );
}

type RowProps = {
  readonly passkey: Passkey;
  readonly isBusy: boolean;
  readonly isLast: boolean;
  onRemove(force: boolean): void;
};

function Row({ passkey: { name, synced, createdAt, lastUsedAt }, isBusy, isLast, onRemove }: RowProps) {
  return (
    <li>
      <strong>{name}</strong>
      <span className={styles.soft}>
        {synced && `${t('people.passkeys.synced')} · `}
        <T id="people.passkeys.added" values={{ time: <Ago at={createdAt} /> }} />
        {' · '}
        {lastUsedAt === null ? (
          t('people.passkeys.unused')
        ) : (
          <T id="people.passkeys.used" values={{ time: <Ago at={lastUsedAt} /> }} />
        )}
      </span>
      <LinkButton
        disabled={isBusy}
        aria-label={t('people.passkeys.remove.one', { name })}
        onClick={() => onRemove(false)}
      >
        {t('people.passkeys.remove')}
      </LinkButton>
      {isLast && (
        <Notice tone="wheat" title={t('people.passkeys.last')}>
          <Button danger disabled={isBusy} onClick={() => onRemove(true)}>
            {t('people.passkeys.removeAnyway')}
          </Button>
        </Notice>
      )}
    </li>
  );
}
