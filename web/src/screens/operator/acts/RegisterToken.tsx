// Registers a token, which cannot be undone.

import { halfWidth } from '../../../exact/amount.ts';
import { written } from '../../../exact/figures.ts';
import { Notice } from '../../../parts/Notice.tsx';
import { t } from '../../../words/words.ts';
import { CheckField, TextField } from './ActField.tsx';
import { ActForm, type Plan } from './ActForm.tsx';
import { LogoField } from './LogoField.tsx';

/** With at most this many decimals the smallest unit, and so the smallest fee, is a large part of a token. */
const COARSE = 1;

const INITIAL = { address: '', symbol: '', decimals: '9', name: '', logo: '', force: '' };

export const RegisterToken = () => (
  <ActForm<'registerToken', typeof INITIAL>
    call="registerToken"
    initial={INITIAL}
    planOf={planOf}
    again={t('operator.token.again')}
    told={({ symbol, decimals }) => t('operator.token.registered', { symbol, decimals })}
  >
    {() => (
      <>
        <TextField name="address" label={t('operator.token.address')} isFirst hint={t('operator.token.address.hint')} />
        <TextField name="symbol" label={t('operator.token.symbol')} />
        <TextField
          name="decimals"
          label={t('operator.token.decimals')}
          inputMode="decimal"
          hint={t('operator.token.decimals.hint')}
        />
        <TextField name="name" label={t('operator.token.name')} />
        <LogoField use="token" />
        <CheckField name="force" label={t('operator.token.force')} />
      </>
    )}
  </ActForm>
);

function planOf({ address, symbol, decimals, name, logo, force }: typeof INITIAL): Plan<'registerToken'> {
  const digits = halfWidth(decimals).trim();
  const isWhole = /^\d{1,2}$/.test(digits) && Number(digits) <= 30;
  const faults = isWhole ? {} : { decimals: t('operator.token.decimals.fault') };
  if (address.trim() === '') return { input: null, button: t('operator.enter.address'), faults };
  if (symbol.trim() === '') return { input: null, button: t('operator.enter.symbol'), faults };
  if (!isWhole) return { input: null, button: t('operator.enter.decimals'), faults };
  return {
    input: {
      address: address.trim(),
      symbol: symbol.trim(),
      decimals: Number(digits),
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(logo.trim() !== '' && { logo: logo.trim() }),
      ...(force === 'yes' && { force: true }),
    },
    button: t('operator.token.register', { symbol: symbol.trim(), decimals: Number(digits) }),
    entries: [],
    ...(Number(digits) <= COARSE && {
      notes: (
        <Notice tone="wheat" title={t('operator.token.coarse', { symbol: symbol.trim() })}>
          {t('operator.token.coarse.text', {
            symbol: symbol.trim(),
            amount: `${written(Number(digits) === 0 ? '1' : '0.1')} ${symbol.trim()}`,
          })}
        </Notice>
      ),
    }),
  };
}
