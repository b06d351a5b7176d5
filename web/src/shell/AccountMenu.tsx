// The account menu: the account, theme and language, signing in and out.
import { useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '../data/account.ts';
import { isOnChain } from '../data/chain.ts';
import { useLiveState } from '../data/live/live.ts';
import { shortName, signsItself } from '../data/wallet/own.ts';
import { Segments } from '../parts/Choices.tsx';
import { piece } from '../parts/piece.tsx';
import { Select } from '../parts/Select.tsx';
import { inSheet } from '../parts/Sheet.tsx';
import { LANGUAGES, type Language, language, OFFERED, t } from '../words/words.ts';
import { PersonIcon } from './icons.tsx';
import { chooseLanguage } from './language.ts';
import { SignInForm } from './SignInForm.tsx';
import styles from './shell.module.css';
import { signOut } from './sign-in.ts';
import { applyTheme, storedTheme, type Theme } from './theme.ts';

const Connect = piece(() => import('../screens/chain/Connect.tsx'), inSheet('wallet.connect'));

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** A change of language remounts the menu: return the keyboard focus to the button that opens it. */
const focusChip = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[popovertarget="account"]')?.focus());

const close = () => document.getElementById('account')?.hidePopover();

export function AccountMenu() {
  const { account, isOperator, auth, isKnown } = useMe();
  const state = useLiveState();
  const hasSession = account !== null && (auth === 'keys' || account !== 'local');
  const [theme, setTheme] = useState(storedTheme);
  const [isConnecting, setConnecting] = useState(false);
  const connect = () => {
    close();
    setConnecting(true);
  };
  const choose = (value: Theme) => {
    applyTheme(value);
    setTheme(value);
  };
  return (
    <div className={styles.account}>
      <button
        type="button"
        className={styles.chip}
        data-unknown={!isKnown && state === 'connecting' ? '' : undefined}
        data-somebody={account !== null}
        popoverTarget="account"
        aria-label={t('shell.account', { account: account ?? t('shell.signIn') })}
      >
        <PersonIcon />
        <span>{account === null ? t('shell.signIn') : shortName(account)}</span>
      </button>
      <div id="account" popover="auto" className={styles.menu}>
        {account !== null && (
          <p className={styles.who}>
            {shortName(account)}
            <span>{t('shell.account.role', { role: isOperator ? 'operator' : 'trader' })}</span>
          </p>
        )}
        {account === null && isKnown && <SignInForm onDone={close} onWallet={connect} />}
        <Segments<Theme>
          label={t('shell.theme')}
          choices={THEMES.map((value) => ({ value, label: t(`shell.theme.${value}`) }))}
          value={theme}
          onChoose={choose}
        />
        {OFFERED.length > 1 && (
          <div className={styles.language}>
            <Select
              label={t('shell.language')}
              value={language()}
              options={OFFERED.map((code) => [code, LANGUAGES[code].name])}
              onChoose={(code) => chooseLanguage(code as Language).then(focusChip, () => {})}
            />
          </div>
        )}
        <ul className={styles.links} onClickCapture={close}>
          {account !== null && (
            <li>
              <Link href="/account">{t('shell.ownAccount')}</Link>
            </li>
          )}
          {isOperator && (
            <li>
              <Link href="/operator">{t('shell.operatorConsole')}</Link>
            </li>
          )}
          <li>
            <a href="/docs/">{t('shell.apiReference')}</a>
          </li>
          {isOnChain && account !== null && !signsItself(account) && (
            <li>
              <button type="button" onClick={connect}>
                {t('wallet.connect')}
              </button>
            </li>
          )}
          {hasSession && (
            <li>
              <button type="button" onClick={() => signOut(account)}>
                {t('shell.signOut')}
              </button>
            </li>
          )}
        </ul>
      </div>
      {isConnecting && <Connect onClose={() => setConnecting(false)} />}
    </div>
  );
}
