// The user's own account: its passkeys, API keys, sessions and webhooks, and the requests made with its keys.
import { Route, Switch } from 'wouter';
import { useMe } from '../../data/account.ts';
import { isOnChain } from '../../data/chain.ts';
import { useHold } from '../../parts/hold.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { SignedOut } from '../../parts/SignIn.tsx';
import { t } from '../../words/words.ts';
import { OwnKeys } from './OwnKeys.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { OwnWebhooks } from './OwnWebhooks.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Requests } from './Requests.tsx';

export default function Account() {
  const { account, isKnown } = useMe();
  useHold(!isKnown);
  if (!isKnown) return <PageTitle title={t('account.title')} />;
  if (account === null) return <SignedOut title={t('account.title')} why={t('account.signIn')} />;
  return (
    <Switch>
      <Route path="/account/requests">
        <Requests account={account} />
      </Route>
      <Route>
        <PageTitle title={t('account.title')}>{t('account.lead', { account })}</PageTitle>
        <Passkeys />
        <OwnKeys account={account} />
        <OwnSessions />
        {!isOnChain && <OwnWebhooks />}
      </Route>
    </Switch>
  );
}
