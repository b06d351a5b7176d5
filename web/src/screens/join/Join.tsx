// The sign-up page: what the invitation gives, a name, a passkey or key. Its secret is in the URL's fragment, so no server logs it.
import { type FormEvent, useEffect, useState } from 'react';
import type { Calls } from '#client';
import { useMe } from '../../data/account.ts';
import { brand } from '../../data/brand.ts';
import { canUsePasskeys, isGivenUp, signUpWithKey, signUpWithPasskey } from '../../data/passkeys.ts';
import { asFailure } from '../../data/server.ts';
import { useCall } from '../../data/use.ts';
import { written } from '../../exact/figures.ts';
import { Button, ButtonLink, LinkButton } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Field } from '../../parts/Field.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { signOut } from '../../shell/sign-in.ts';
import { words } from '../../words/errors.ts';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import styles from './join.module.css';

type Balances = Calls['getInvitation']['output']['balances'];
type Done = Calls['finishSignUp']['output'];

export default function Join() {
  const [secret] = useState(() => location.hash.slice(1));
  const [done, setDone] = useState<Done | null>(null);
  const { account } = useMe();
  const signUp = useCall('getSignUp', {});
  const invitation = useCall('getInvitation', { invitation: secret }, { enabled: secret !== '' && done === null });
  // Removes the secret from the address bar and the history.
  useEffect(() => {
    if (done !== null) history.replaceState(null, '', location.pathname);
  }, [done]);
  if (done !== null) return <Welcome done={done} balances={invitation.data?.balances ?? []} />;
  const failure = (secret === '' ? null : invitation.error) ?? signUp.error;
  const isReady = signUp.data && (secret === '' || invitation.data);
  const isOpen = isReady && !failure && (secret !== '' || signUp.data.signUp === 'open');
  const isOther = account !== null && account !== 'local' && account !== invitation.data?.account;
  return (
    <div className={styles.join}>
      <PageTitle title={t('people.join.title', { name: brand.name })}>{isOpen && t('people.join.lead')}</PageTitle>
      {failure && <Failed error={failure} onRetry={() => (signUp.error ? signUp : invitation).refetch()} />}
      {!failure && !isReady && <p>{t('people.join.loading')}</p>}
      {isReady && secret === '' && signUp.data.signUp !== 'open' && (
        <Empty title={t('people.join.closed')}>
          <p>{t('people.join.closed.text')}</p>
        </Empty>
      )}
      {isOther && (
        <Notice tone="wheat" title={t('people.join.signedIn', { account })}>
          <p>
            <LinkButton onClick={() => signOut(account)}>{t('shell.signOut')}</LinkButton>
          </p>
        </Notice>
      )}
      {isOpen && !isOther && (
        <Card>
          {invitation.data && <Gives invitation={invitation.data} />}
          <Form secret={secret} given={invitation.data?.account ?? null} signUp={signUp.data} onDone={setDone} />
        </Card>
      )}
    </div>
  );
}

const Gives = ({
  invitation: { role, balances, account },
}: {
  readonly invitation: Calls['getInvitation']['output'];
}) => (
  <div className={styles.gives}>
    <h2>{t('people.join.gives')}</h2>
    <ul>
      <li>{t('people.join.role', { role })}</li>
      <BalanceItems of={balances} />
    </ul>
    {account !== null && (
      <p>
        <T id="people.join.for" values={{ account }} components={{ strong: <strong /> }} />
      </p>
    )}
  </div>
);

const BalanceItems = ({ of }: { readonly of: Balances }) =>
  of.map(({ token, symbol, amount }) => (
    <li key={token}>{t('people.join.balance', { amount: written(String(amount)), symbol })}</li>
  ));

type FormProps = {
  readonly secret: string;
  /** The account that the invitation is for; null if the user chooses a name. */
  readonly given: string | null;
  readonly signUp: Calls['getSignUp']['output'];
  onDone(done: Done): void;
};

function Form({ secret, given, signUp, onDone }: FormProps) {
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<{ readonly title: string; readonly body: string } | null>(null);
  const typed = name.trim().toLowerCase();
  const invitation = secret === '' ? {} : { invitation: secret };
  const who = given === null ? { ...invitation, name: typed } : invitation;
  const check = useCall('checkName', { ...invitation, name: typed }, { enabled: given === null && typed.length >= 3 });
  const isFree = given !== null || check.data?.name === typed;
  const hasPasskeys = canUsePasskeys(signUp);
  const run = async (way: typeof signUpWithPasskey) => {
    if (!isFree || isBusy) return;
    setBusy(true);
    setMessage(null);
    try {
      onDone(await way(who));
    } catch (error) {
      const failure = asFailure(error);
      setMessage(
        failure
          ? words(failure)
          : { title: t('errors.title'), body: isGivenUp(error) ? t('people.join.givenUp') : String(error) },
      );
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(hasPasskeys ? signUpWithPasskey : signUpWithKey);
  };
  const fault = check.error && words(check.error).body;
  const hint =
    typed.length < 3
      ? t('people.join.name.hint')
      : fault || t(isFree ? 'people.join.name.free' : 'people.join.name.checking', isFree ? { name: typed } : {});
  return (
    <form className={styles.form} onSubmit={submit}>
      {given === null && (
        <Field
          label={t('people.join.name')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={32}
          value={name}
          onChange={({ target }) => setName(target.value)}
          aria-invalid={Boolean(fault) && typed.length >= 3}
          hint={<span aria-live="polite">{hint}</span>}
        />
      )}
      {message && (
        <Notice tone="oxide" title={message.title}>
          {message.body}
        </Notice>
      )}
      {hasPasskeys ? (
        <>
          <Button primary wide type="submit" disabled={!isFree || isBusy}>
            {t(isBusy ? 'people.join.busy' : 'people.join.create')}
          </Button>
          <p className={styles.soft}>{t('people.join.passkey.text')}</p>
        </>
      ) : (
        <p className={styles.soft}>
          {signUp.passkeyUrl === null || signUp.passkeyUrl === location.origin ? (
            t('errors.passkeys_unavailable')
          ) : (
            <>
              {t('people.join.elsewhere')} <a href={`${signUp.passkeyUrl}/join${location.hash}`}>{signUp.passkeyUrl}</a>
            </>
          )}
        </p>
      )}
      <p>
        <LinkButton disabled={!isFree || isBusy} onClick={() => run(signUpWithKey)}>
          {t('people.join.key')}
        </LinkButton>
      </p>
    </form>
  );
}

type Stops = Pick<Done, 'cancelledOrders' | 'ordersUnchecked' | 'pausedWebhooks' | 'webhooksUnchecked'>;

/** Orders and webhooks that the recovery of an account has stopped. */
const Stopped = ({ cancelledOrders, ordersUnchecked, pausedWebhooks, webhooksUnchecked }: Stops) => (
  <>
    {ordersUnchecked && <p>{t('people.join.done.orders.unchecked')}</p>}
    {cancelledOrders.length > 0 && <p>{t('people.join.done.orders', { count: cancelledOrders.length })}</p>}
    {webhooksUnchecked && t('people.join.done.webhooks.unchecked')}
    {pausedWebhooks.length > 0 && t('people.join.done.webhooks')}
    <ul>
      {pausedWebhooks.map(({ id, url }) => (
        <li key={id}>{url}</li>
      ))}
    </ul>
  </>
);

const Welcome = ({
  done: { account, key, expiresAt, balancesDue, revoked, endedSessions, ...stopped },
  balances,
}: {
  readonly done: Done;
  readonly balances: Balances;
}) => (
  <div className={styles.join}>
    <PageTitle title={t('people.join.done', { account })}>
      {t(expiresAt === null ? 'people.join.done.signIn' : 'people.join.done.text')}
    </PageTitle>
    {!balancesDue && balances.length > 0 && (
      <div className={styles.gives}>
        <h2>{t('people.join.done.have')}</h2>
        <ul>
          <BalanceItems of={balances} />
        </ul>
      </div>
    )}
    {revoked.length > 0 && (
      <Notice title={t('people.join.done.revoked')}>
        {t('people.join.done.revoked.text', { sessions: Number(endedSessions) })}
        <ul>
          {revoked.map(({ id, name, isPasskey }) => (
            <li key={id}>
              {name || t(isPasskey ? 'people.passkey' : 'account.keys.unnamed')} <code>{id}</code>
            </li>
          ))}
        </ul>
        <Stopped {...stopped} />
      </Notice>
    )}
    {balancesDue && <Notice>{t('people.join.done.due')}</Notice>}
    {key !== null && (
      <Notice tone="wheat" title={t('people.join.done.key')}>
        <code className={styles.key}>{key}</code>
      </Notice>
    )}
    <p>
      <ButtonLink primary href="/">
        {t(expiresAt === null ? 'shell.signIn' : 'people.join.done.swap')}
      </ButtonLink>
    </p>
  </div>
);
