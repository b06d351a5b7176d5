// The side sheet to choose a wallet, which then confirms the sign-in.
import { useEffect, useRef, useState } from 'react';
import { network } from '../../data/chain.ts';
import { asFailure } from '../../data/server.ts';
import type { WalletChoice } from '../../data/wallet/connection.ts';
import { wallets } from '../../data/wallet/connection.ts';
import { signInWithWallet } from '../../data/wallet/sign-in.ts';
import { Button } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { words } from '../../words/errors.ts';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import styles from '../portfolio/liquidity/sheets.module.css';
import { QrCode } from './QrCode.tsx';

type State =
  | { readonly kind: 'choosing'; readonly failure?: string }
  | { readonly kind: 'confirming'; readonly choice: WalletChoice; readonly link?: string }
  | { readonly kind: 'checking' };

/** Networks that public wallets support: mainnet and testnet. */
const PUBLIC: readonly string[] = ['-239', '-3'];

type Props = {
  onClose(): void;
  /** The account that must sign in again, and what follows. */
  readonly again?: { readonly account: string; onDone(): void };
};

export default function Connect({ onClose, again }: Props) {
  const [found, setFound] = useState<readonly WalletChoice[] | null>(null);
  const [state, setState] = useState<State>({ kind: 'choosing' });
  const attempt = useRef<AbortController>(null);
  const giveUp = () => attempt.current?.abort();
  useEffect(() => {
    wallets().then(setFound, () => setFound([]));
    return () => attempt.current?.abort();
  }, []);
  const choose = async (choice: WalletChoice) => {
    giveUp();
    const current = new AbortController();
    attempt.current = current;
    const tell = (next: State) => current.signal.aborted || setState(next);
    tell({ kind: 'confirming', choice });
    try {
      const options = {
        signal: current.signal,
        onLink: (link: string) => tell({ kind: 'confirming', choice, link }),
        onProved() {
          tell({ kind: 'checking' });
          // Confirmed: closing the sheet must not cancel the connection any more.
          attempt.current = null;
        },
      };
      await signInWithWallet(choice, options, again?.account);
      (again?.onDone ?? onClose)();
    } catch (error) {
      tell({ kind: 'choosing', failure: wordsOf(error) });
    }
  };
  const back = () => {
    giveUp();
    setState({ kind: 'choosing' });
  };
  return (
    <Sheet title={t('wallet.connect')} onClose={onClose}>
      <div className={styles.stack}>
        {state.kind === 'choosing' && <p>{t('wallet.connect.text')}</p>}
        {state.kind === 'choosing' && state.failure !== undefined && (
          <Notice tone="oxide" title={t('wallet.failed')}>
            {state.failure}
          </Notice>
        )}
        {state.kind === 'choosing' && <Choices found={found} onChoose={choose} />}
        {state.kind === 'confirming' && <Confirming {...state} onBack={back} />}
        {state.kind === 'checking' && <Notice>{t('wallet.checking')}</Notice>}
      </div>
    </Sheet>
  );
}

function Choices({
  found,
  onChoose,
}: {
  readonly found: readonly WalletChoice[] | null;
  onChoose(choice: WalletChoice): void;
}) {
  if (found === null) return <Notice>{t('wallet.looking')}</Notice>;
  return (
    <>
      {found.map((choice) => (
        <Button key={choice.name} wide onClick={() => onChoose(choice)}>
          {choice.name}
        </Button>
      ))}
      {found.length === 0 && (
        <Notice title={t('wallet.none')}>{!PUBLIC.includes(network) && t('wallet.none.devnet')}</Notice>
      )}
    </>
  );
}

function Confirming({ choice: { name }, link, onBack }: Extract<State, { kind: 'confirming' }> & { onBack(): void }) {
  return (
    <>
      {link === undefined ? (
        <Notice tone="wheat" title={t('wallet.confirm', { name })}>
          {t('wallet.confirm.text')}
        </Notice>
      ) : (
        <>
          <p>
            <T
              id="wallet.scan"
              values={{ name }}
              components={{
                link: (
                  <a href={link} target="_blank" rel="noopener">
                    {name}
                  </a>
                ),
              }}
            />
          </p>
          <QrCode text={link} label={t('wallet.scan.label', { name })} />
        </>
      )}
      <Button wide onClick={onBack}>
        {t('wallet.another')}
      </Button>
    </>
  );
}

function wordsOf(error: unknown): string {
  const failure = asFailure(error);
  return failure ? words(failure).body : String(error);
}
