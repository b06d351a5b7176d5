// The operator console: a navigation of sections, each with its own path.
import { type ComponentType, useEffect, useRef } from 'react';
import { Link, useParams } from 'wouter';
import { useMe } from '../../data/account.ts';
import { isOnChain } from '../../data/chain.ts';
import { Empty } from '../../parts/Empty.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { SignIn } from '../../parts/SignIn.tsx';
import { OF_THE_LEDGER, SECTIONS, type Section } from '../../routes.ts';
import { OpeningSteps } from '../../shell/OpeningSteps.tsx';
import { T } from '../../words/T.tsx';
import { type Id, t } from '../../words/words.ts';
import NotFound from '../not-found/NotFound.tsx';
import { Branding } from './Branding.tsx';
import { Audit } from './health/Audit.tsx';
import { Health } from './health/Health.tsx';
import { Accounts } from './lists/Accounts.tsx';
import { Invitations } from './lists/Invitations.tsx';
import { Journal } from './lists/Journal.tsx';
import { Keys } from './lists/Keys.tsx';
import { Movements } from './lists/Movements.tsx';
import { Orders } from './lists/Orders.tsx';
import { Pools } from './lists/Pools.tsx';
import { Tokens } from './lists/Tokens.tsx';
import { Webhooks } from './lists/Webhooks.tsx';
import styles from './operator.module.css';

const SHOWN: Readonly<Record<Section, { readonly label: Id; readonly Show: ComponentType }>> = {
  health: { label: 'operator.section.health', Show: Health },
  journal: { label: 'operator.section.journal', Show: Journal },
  accounts: { label: 'operator.section.accounts', Show: Accounts },
  movements: { label: 'operator.section.movements', Show: Movements },
  tokens: { label: 'operator.section.tokens', Show: Tokens },
  pools: { label: 'operator.section.pools', Show: Pools },
  orders: { label: 'operator.section.orders', Show: Orders },
  keys: { label: 'operator.section.keys', Show: Keys },
  invitations: { label: 'people.invitations', Show: Invitations },
  webhooks: { label: 'operator.section.webhooks', Show: Webhooks },
  branding: { label: 'brand.title', Show: Branding },
  audit: { label: 'operator.section.audit', Show: Audit },
};
const HERE = SECTIONS.filter((section) => !isOnChain || !OF_THE_LEDGER.includes(section));

export default function Operator() {
  const path = useParams()['*']?.replace(/\/$/, '') || 'health';
  const { account, isOperator, isKnown } = useMe();
  const section = HERE.find((known) => known === path);
  if (section === undefined) return <NotFound />;
  const { Show } = SHOWN[section];
  if (!isKnown) return <PageTitle title={t('operator.title')} />;
  if (!isOperator) return <NotForYou account={account} />;
  return (
    <div className={styles.console}>
      <Sections here={path} />
      <div className={styles.section}>
        {!isOnChain && <OpeningSteps />}
        <Show />
      </div>
    </div>
  );
}

function Sections({ here }: { readonly here: string }) {
  const row = useRef<HTMLElement>(null);
  // On phones the navigation is wider than the window: scroll the current section into view.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[href="/operator/${here}"]`);
    row.current?.scrollTo({ left: (link?.offsetLeft ?? 0) - 24 });
  }, [here]);
  return (
    <nav ref={row} className={styles.sections} aria-label={t('operator.sections')}>
      {HERE.map((path) => (
        <Link key={path} href={`/operator/${path}`} aria-current={path === here ? 'page' : undefined}>
          {t(SHOWN[path].label)}
        </Link>
      ))}
    </nav>
  );
}

const NotForYou = ({ account }: { readonly account: string | null }) => (
  <>
    <PageTitle title={t('operator.title')}>{t('operator.only')}</PageTitle>
    {account === null ? (
      <SignIn why={t('operator.signIn')} />
    ) : (
      <Empty title={t('operator.only.trader', { account })}>
        <p>
          <T id="operator.only.how" components={{ code: <code /> }} />
        </p>
      </Empty>
    )}
  </>
);
