// Imports accounts from a CSV file: the server checks it, the page shows a preview, then imports it and offers the sign-up links as a file.
import { useRef, useState } from 'react';
import type { Calls } from '#client';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { asFailure, server } from '../../../data/server.ts';
import { useCall } from '../../../data/use.ts';
import { written } from '../../../exact/figures.ts';
import { Button } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { pressWords } from '../../../parts/press-words.ts';
import { type Column, ColumnTable } from '../../../parts/Table.tsx';
import { words } from '../../../words/errors.ts';
import { t } from '../../../words/words.ts';
import styles from '../operator.module.css';

type Output = Calls['importAccounts']['output'];
type Checked = Output & { readonly csv: string };

/** The server's limit for the size of the file. */
const MAX_BYTES = 500_000;
const SAMPLE = 'account,role,TON\nalice,trader,100';
/** How many rows, or errors, the preview shows at most. */
const SHOWN = 100;

export function ImportAccounts() {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { state, press } = usePress('importAccounts', '');
  const choose = async (file: File | undefined) => {
    setChecked(null);
    setFault(null);
    if (!file) return;
    if (file.size > MAX_BYTES) return setFault(t('import.tooLarge'));
    try {
      const csv = await file.text();
      setChecked({ ...(await server.importAccounts({ csv, check: true })), csv });
    } catch (error) {
      const failure = asFailure(error);
      setFault(failure ? words(failure).body : String(error));
    }
  };
  if (state.kind === 'done') return <Imported output={state.done.output} />;
  const refused = state.kind === 'refused' || state.kind === 'unknown' ? state.failure : null;
  const isSound = checked !== null && checked.faults.length === 0;
  return (
    <div className={styles.act}>
      <p>{t('import.lead')}</p>
      <pre className={styles.sample}>{SAMPLE}</pre>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          // Cleared, so that choosing the same file again after an edit reads it again.
          target.value = '';
        }}
      />
      <p>
        <Button onClick={() => input.current?.click()}>{t('import.file')}</Button>
      </p>
      {fault !== null && <Notice tone="oxide">{fault}</Notice>}
      {checked && <Faults faults={checked.faults} />}
      {isSound && (
        <ColumnTable
          label={t('import.preview')}
          columns={columns()}
          items={checked.rows.slice(0, SHOWN)}
          keyOf={({ account }) => account}
        />
      )}
      {isSound && checked.rows.length > SHOWN && <p>{t('import.more', { count: checked.rows.length - SHOWN })}</p>}
      {refused && <Notice tone="oxide">{words(refused).body}</Notice>}
      {isSound && (
        <Button primary wide disabled={isOpen(state)} onClick={() => press({ csv: checked.csv })}>
          {pressWords(state) ?? t('import.button', { count: checked.rows.length })}
        </Button>
      )}
    </div>
  );
}

const columns = (): readonly Column<Output['rows'][number]>[] => [
  { name: t('operator.field.account'), cell: ({ account }) => account },
  { name: t('operator.field.role'), cell: ({ role }) => t('operator.role', { role }) },
  {
    name: t('import.balances'),
    end: true,
    cell: ({ balances }) => balances.map(({ amount, symbol }) => `${written(String(amount))} ${symbol}`).join(' · '),
  },
  { name: t('import.note'), cell: ({ note }) => note },
];

function Faults({ faults }: { readonly faults: Output['faults'] }) {
  if (faults.length === 0) return null;
  return (
    <Notice tone="oxide" title={t('import.faults', { count: faults.length })}>
      <ul>
        {faults.slice(0, SHOWN).map(({ line, message }) => (
          <li key={`${line} ${message}`}>{t('import.fault', { line, message })}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Imported({ output: { rows, links } }: { readonly output: Output }) {
  // Links use the origin where passkeys work, even if the operator opened the page at another one.
  const origin = useCall('getSignUp', {}).data?.passkeyUrl ?? location.origin;
  const lines = links.map(({ account, role, path, expiresAt }) => [account, role, `${origin}${path}`, expiresAt]);
  const csv = [['account', 'role', 'link', 'expires'], ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
    link.download = 'links.csv';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className={styles.act}>
      <p role="status">{t('import.done', { count: rows.length })}</p>
      {links.length > 0 && (
        <>
          <p>{t('import.links', { count: links.length })}</p>
          <p>
            <Button primary onClick={save}>
              {t('import.save')}
            </Button>
          </p>
        </>
      )}
    </div>
  );
}
