// The reader's own account: its API keys, sessions, and the requests made with its keys.
import { Route, Switch } from 'wouter';
import { useMe } from '../../data/account.ts';
import { isOnChain } from '../../data/chain.ts';
import { useHold } from '../../parts/hold.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { SignIn } from '../../parts/SignIn.tsx';
import { t } from '../../words/words.ts';
import { OwnKeys } from './OwnKeys.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { OwnWebhooks } from './OwnWebhooks.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Requests } from './Requests.tsx';

export default function Account() {
  const { account, isKnown } = useMe();
  useHold(!isKnown);
  if (account === null) {
    return (
      <>
        <PageTitle title={t('account.title')} />
        {isKnown ? <SignIn why={t('account.signIn')} /> : <p aria-busy="true">{t('account.loading')}</p>}
      </>
    );
  }
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
