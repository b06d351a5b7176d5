// The frame of every screen: navigation, the journal's head, the account.
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useMe } from '../data/account.ts';
import { brand, isLogged } from '../data/brand.ts';
import { isOnChain } from '../data/chain.ts';
import { useLive } from '../data/live/live.ts';
import { smallLogo } from '../data/logo.ts';
import { signsItself } from '../data/wallet/own.ts';
import { piece, useLoadedEarly } from '../parts/piece.tsx';
import { Sheet } from '../parts/Sheet.tsx';
import { Spoken } from '../parts/Spoken.tsx';
import { t } from '../words/words.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { FirstRun } from './FirstRun.tsx';
import { Footer } from './Footer.tsx';
import { tick } from './first-steps.ts';
import { ActivityIcon, PoolsIcon, PortfolioIcon, SearchIcon, SwapIcon, TokensIcon } from './icons.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { useKeys } from './keys.ts';
import { LogAlarm } from './LogAlarm.tsx';
import { Mark } from './Mark.tsx';
import { OpeningSteps } from './OpeningSteps.tsx';
import { OrderNews } from './OrderNews.tsx';
import { ProofRequests } from './ProofRequests.tsx';
import { Screen } from './Screen.tsx';
import styles from './shell.module.css';

const PLACES = [
  { href: '/', label: 'shell.nav.swap', Icon: SwapIcon, isHere: (path: string) => path === '/' },
  { href: '/pools', label: 'shell.nav.pools', Icon: PoolsIcon, isHere: (path: string) => /^\/pools?(\/|$)/.test(path) },
  {
    href: '/tokens',
    label: 'shell.nav.tokens',
    Icon: TokensIcon,
    isHere: (path: string) => /^\/tokens?(\/|$)/.test(path),
  },
  {
    href: '/portfolio',
    label: 'shell.nav.portfolio',
    Icon: PortfolioIcon,
    isHere: (path: string) => path === '/portfolio',
  },
  {
    href: '/activity',
    label: 'shell.nav.activity',
    Icon: ActivityIcon,
    isHere: (path: string) => /^\/(activity|tx\/)/.test(path),
  },
] as const;

/** Longer brand names are set in two lines. */
const SHORT_NAME = 12;

const loadPalette = () => import('./palette/Palette.tsx');
const Palette = piece(loadPalette, (notice, { onClose }) => (
  <Sheet title={t('palette.open')} onClose={onClose}>
    {notice}
  </Sheet>
));

export function Shell({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  const { account, isOperator, isDemo } = useMe();
  useEffect(() => {
    if (path.startsWith('/tx/')) tick('receipt');
  }, [path]);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const onHelp = useCallback(() => setHelpOpen(true), []);
  const [isSearchOpen, setSearchOpen] = useState(false);
  const onSearch = useCallback(() => setSearchOpen(true), []);
  useLoadedEarly(loadPalette);
  useKeys({ onHelp, onSearch });
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      {isLogged && <LogAlarm />}
      <header className={styles.top}>
        <Link href="/" className={styles.brand} aria-label={t('shell.home', { name: brand.name })}>
          {brand.logo === null ? <Mark /> : <img src={smallLogo(brand.logo)} alt="" width={34} height={34} />}
          <span className={brand.name.length > SHORT_NAME ? styles.long : styles.name}>{brand.name}</span>
        </Link>
        <nav className={styles.places} aria-label={t('shell.nav.label')}>
          {PLACES.map(({ href, label, isHere }) => (
            <Link key={href} href={href} data-label={t(label)} aria-current={isHere(path) ? 'page' : undefined}>
              {t(label)}
            </Link>
          ))}
          {isOperator && (
            <Link
              href="/operator"
              data-label={t('shell.nav.operator')}
              aria-current={path.startsWith('/operator') ? 'page' : undefined}
            >
              {t('shell.nav.operator')}
            </Link>
          )}
        </nav>
        <JournalNumber />
        <button
          type="button"
          className={styles.find}
          aria-label={t('palette.open')}
          aria-haspopup="dialog"
          onClick={onSearch}
        >
          <SearchIcon />
        </button>
        <AccountMenu />
      </header>
      <Lost />
      <Screen>
        <div className={styles.screen}>
          {path === '/' &&
            !signsItself(account) &&
            (isDemo || !isOperator ? <FirstRun /> : !isOnChain && <OpeningSteps />)}
          <div>{children}</div>
        </div>
      </Screen>
      <Footer />
      <nav className={styles.tabs} aria-label={t('shell.nav.bottom')}>
        {PLACES.map(({ href, label, Icon, isHere }) => (
          <Link key={href} href={href} aria-current={isHere(path) ? 'page' : undefined}>
            <Icon />
            {t(label)}
          </Link>
        ))}
      </nav>
      <OrderNews />
      <ProofRequests />
      {isSearchOpen && <Palette onClose={() => setSearchOpen(false)} />}
      {isHelpOpen && <KeysHelp onClose={() => setHelpOpen(false)} />}
    </>
  );
}

/** A warning on every screen that figures may be outdated. */
function Lost() {
  const { head, state } = useLive();
  return (
    <div role="status">
      {state === 'lost' && (
        <p className={styles.lost}>{isOnChain ? t('chain.away') : t('shell.notLive', { number: head })}</p>
      )}
    </div>
  );
}

/** Not translated: the name is the same in every language. */
const CHAIN = 'TON';

function JournalNumber() {
  const { head, state, silentS } = useLive();
  const isQuiet = state === 'live' && silentS > 0;
  const number = t('shell.journal.number', { number: head });
  return (
    <Link
      href="/activity"
      className={styles.journal}
      data-state={isQuiet ? 'quiet' : state}
      {...(!isOnChain && { title: number })}
    >
      <span className={styles.dot} />
      {isOnChain ? (
        <span>
          {CHAIN}
          <span className={styles.words}>&nbsp;· {t('chain.polled')}</span>
        </span>
      ) : (
        <span className={styles.words} aria-hidden="true">
          {isQuiet && t('shell.live.quiet', { seconds: silentS })}
          {state === 'live' && !isQuiet && t('shell.live')}
          {state === 'lost' && t('shell.live.lost')}
        </span>
      )}
      {!isOnChain && (
        <Spoken>
          {isQuiet && t('shell.journal.quiet', { seconds: silentS })}
          {state === 'live' && !isQuiet && t('shell.journal.live')}
          {state === 'lost' && t('shell.journal.lost')}&nbsp;{number}
        </Spoken>
      )}
    </Link>
  );
}
