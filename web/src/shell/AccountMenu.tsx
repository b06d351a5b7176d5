// The account chip: who one is, the theme, signing in and out.
import { useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '../data/account.ts';
import { useLive } from '../data/live/live.ts';
import { Segments } from '../parts/Choices.tsx';
import { PersonIcon } from './icons.tsx';
import { SignInForm } from './SignInForm.tsx';
import styles from './shell.module.css';
import { signOut } from './sign-in.ts';
import { applyTheme, storedTheme, type Theme } from './theme.ts';

const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const close = () => document.getElementById('account')?.hidePopover();

export function AccountMenu() {
  const { account, isOperator, auth, isKnown } = useMe();
  const { state } = useLive();
  const hasSession = account !== null && (auth === 'keys' || account !== 'local');
  const [theme, setTheme] = useState(storedTheme);
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
        popoverTarget="account"
        aria-label={account === null ? 'Account: signed out' : `Account: ${account}`}
      >
        <PersonIcon />
        <span>{account ?? 'Sign in'}</span>
      </button>
      <div id="account" popover="auto" className={styles.menu}>
        {account !== null && (
          <p className={styles.who}>
            {account}
            <span>{isOperator ? 'operator' : 'trader'}</span>
          </p>
        )}
        {account === null && isKnown && <SignInForm onDone={close} />}
        <Segments<Theme> label="Theme" choices={THEMES} value={theme} onChoose={choose} />
        <ul className={styles.links} onClickCapture={close}>
          {isOperator && (
            <li>
              <Link href="/operator">Operator console</Link>
            </li>
          )}
          <li>
            <a href="/docs/">Reference of the calls</a>
          </li>
          {hasSession && (
            <li>
              <button type="button" onClick={signOut}>
                Sign out
              </button>
            </li>
          )}
        </ul>
      </div>
    </div>
  );
}
