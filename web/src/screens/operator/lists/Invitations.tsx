// Invitations: links to sign up, and the switch for who may sign up.

import { useState } from 'react';
import type { Calls } from '#client';
import { usePages } from '../../../data/pages.ts';
import { server } from '../../../data/server.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { useCall } from '../../../data/use.ts';
import { halfWidth, type Reading, readAmount } from '../../../exact/amount.ts';
import { written } from '../../../exact/figures.ts';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import type { Column } from '../../../parts/Table.tsx';
import { language, t } from '../../../words/words.ts';
import { AccountField, CheckField, RoleField, TextField, TokenField } from '../acts/ActField.tsx';
import { ActForm } from '../acts/ActForm.tsx';
import { amountFault } from '../acts/amount-fault.tsx';
import { Once } from '../acts/Once.tsx';
import styles from '../operator.module.css';
import { useEveryToken } from './every-token.ts';
import { Listing } from './Listing.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { namedToken } from './named-token.ts';
import { When } from './When.tsx';

type Invitation = Calls['getInvitations']['output']['invitations'][number];
type Mode = Calls['getSignUp']['output']['signUp'];

const DEFAULTS = { act: '' };
const MODES: readonly Mode[] = ['off', 'invite', 'open'];

export function Invitations() {
  const [{ act }, change] = useUrlState(DEFAULTS);
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const isClosed = useCall('getSignUp', {}).data?.signUp === 'off';
  const pages = usePages('getInvitations', {}, ({ invitations }) => invitations);
  return (
    <>
      <PageTitle
        title={t('people.invitations')}
        actions={
          <Button primary onClick={() => change({ act: 'make' })}>
            {t('people.invitations.create')}
          </Button>
        }
      >
        {t('people.invitations.lead')}
      </PageTitle>
      <Switch />
      <Listing
        label={t('people.invitations')}
        columns={columnsOf(setRevoking, isClosed)}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('people.invitations.empty')}
      />
      <ShowCall calls={[{ name: 'getInvitations', method: 'GET', input: {} }]} />
      {act === 'make' && (
        <Sheet title={t('people.invitations.create')} onClose={() => change({ act: '' })}>
          <Make />
        </Sheet>
      )}
      {revoking && (
        <Sheet title={t('people.invitations.revoke')} onClose={() => setRevoking(null)}>
          <Revoke id={revoking.id} />
        </Sheet>
      )}
    </>
  );
}

function Switch() {
  const { data } = useCall('getSignUp', {});
  if (!data) return null;
  return (
    <ModeSwitch
      label={t('people.switch')}
      modes={MODES}
      nameOf={(mode) => t(`people.switch.${mode}`)}
      value={data.signUp}
      hint={t('people.switch.text', { mode: data.signUp })}
      set={(signUp) => server.setSignUp({ signUp })}
      readBy="getSignUp"
    />
  );
}

const EMPTY = { role: 'trader', uses: '1', days: '7', token: '', amount: '', account: '', revoke: '', note: '' };

function Make() {
  const tokens = useEveryToken();
  // Links use the origin where passkeys work, even if the operator opened the page at another one.
  const origin = useCall('getSignUp', {}).data?.passkeyUrl ?? location.origin;
  return (
    <ActForm
      call="createInvitation"
      initial={EMPTY}
      planOf={({ role, token, amount, account, revoke, note, ...typed }) => {
        const [uses, days] = [halfWidth(typed.uses).trim(), halfWidth(typed.days).trim()];
        const named = namedToken(tokens, token);
        const symbol = named?.symbol ?? token.trim();
        const decimals = named?.decimals ?? MOST_DECIMALS;
        const reading = readAmount(amount, decimals, language());
        const fault = amountFault('amount', reading, { what: symbol || t('operator.fault.token'), decimals });
        const missing = missingOf(uses, days, token, reading);
        const name = account.trim();
        const gives = missing === null && reading.kind === 'amount' ? reading.text : null;
        const input = {
          role: role as 'trader' | 'operator',
          uses,
          expiresInHours: `${24 * Number(days)}`,
          ...(gives !== null && { balances: [{ token: named?.address ?? token.trim(), amount: gives }] }),
          ...(name !== '' && { account: name, revokePasskeys: revoke === 'yes' }),
          ...(note.trim() !== '' && { note: note.trim() }),
        };
        return {
          input: missing === null ? input : null,
          button:
            missing ??
            (name === '' ? t('people.invitations.create') : t('people.invitations.create.for', { account: name })),
          faults: fault === undefined ? {} : { amount: fault },
          notes: (
            <>
              {role === 'operator' && <p>{t('people.invitations.operatorNote')}</p>}
              {gives !== null && (
                <p>{t('people.invitations.mints', { amount: written(gives), token: symbol, uses: Number(uses) })}</p>
              )}
            </>
          ),
        };
      }}
      told={({ secret }) => (
        <>
          <Once label={t('people.invitations.created')} secret={`${origin}/join#${secret}`} />
          {isLoopback(origin) && <p>{t('operator.invitations.local')}</p>}
        </>
      )}
      again={t('people.invitations.again')}
    >
      {({ account }) => (
        <>
          <RoleField />
          <TextField name="uses" label={t('people.invitations.uses')} inputMode="decimal" isFirst />
          <TextField name="days" label={t('people.invitations.days')} inputMode="decimal" />
          <TokenField name="token" label={t('people.invitations.token')} />
          <TextField name="amount" label={t('people.invitations.amount')} inputMode="decimal" />
          <AccountField
            name="account"
            label={t('people.invitations.account')}
            hint={t('people.invitations.account.hint')}
          />
          {account.trim() !== '' && <CheckField name="revoke" label={t('people.invitations.revokePasskeys')} />}
          <TextField name="note" label={t('people.invitations.note')} />
        </>
      )}
    </ActForm>
  );
}

const isLoopback = (url: string): boolean => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);

/** The decimals allowed for a token that this page has not loaded; the server checks the actual number. */
const MOST_DECIMALS = 30;

/** Says which field is missing or invalid, or null; a starting balance needs both token and amount, or neither. */
function missingOf(uses: string, days: string, token: string, reading: Reading): string | null {
  if (!/^[1-9]\d{0,4}$/.test(uses) || !/^[1-9]\d{0,2}$/.test(days)) return t('people.invitations.missing');
  if (token.trim() === '') return reading.kind === 'empty' ? null : t('operator.enter.token');
  return reading.kind === 'amount' && reading.units > 0n ? null : t('operator.enter.amount');
}

const columnsOf = (revoke: (one: Invitation) => void, isClosed: boolean): readonly Column<Invitation>[] => [
  { name: t('people.invitations.note'), cell: ({ note, id }) => note || <code>{id.slice(-8)}</code> },
  { name: t('people.invitations.column.for'), cell: ({ account }) => account ?? t('people.invitations.anyone') },
  { name: t('operator.field.role'), cell: ({ role }) => t('operator.role', { role }) },
  {
    name: t('people.invitations.column.left'),
    cell: ({ usesLeft, uses }) => t('people.invitations.left', { left: String(usesLeft), uses: String(uses) }),
  },
  { name: t('people.invitations.column.expires'), cell: ({ expiresAt }) => <When at={expiresAt} /> },
  {
    name: t('operator.field.status'),
    end: true,
    cell: (one) => (
      <span className={styles.soft}>
        {isClosed && one.state === 'active' && one.account === null
          ? t('operator.invitations.closed')
          : t('people.invitations.state', { state: one.state })}{' '}
        {one.state === 'active' && (
          <LinkButton onClick={() => revoke(one)} aria-label={t('people.invitations.revoke.one', { id: one.id })}>
            {t('people.invitations.revoke')}
          </LinkButton>
        )}
      </span>
    ),
  },
];

const Revoke = ({ id }: { readonly id: string }) => (
  <ActForm
    call="revokeInvitation"
    about={id}
    danger
    initial={{}}
    planOf={() => ({
      input: { id },
      button: t('people.invitations.revoke.one', { id: id.slice(-8) }),
      notes: <p>{t('people.invitations.revoke.text')}</p>,
    })}
    told={() => t('people.invitations.revoke.done')}
  />
);
