// A token becomes part of the exchange, for good.
import { Notice } from '../../../parts/Notice.tsx';
import { CheckField, TextField } from './ActField.tsx';
import { ActForm, type Plan } from './ActForm.tsx';

/** Up to so many decimals a fee of one unit is a twentieth of a whole token or more. */
const COARSE = 1;

const INITIAL = { address: '', symbol: '', decimals: '9', name: '', logo: '', force: '' };

export const RegisterToken = () => (
  <ActForm<'registerToken', typeof INITIAL>
    call="registerToken"
    initial={INITIAL}
    planOf={planOf}
    again="Register another"
    told={({ symbol, decimals }) => `${symbol} is registered with ${decimals} decimals.`}
  >
    {() => (
      <>
        <TextField
          name="address"
          label="Address"
          isFirst
          hint="A TON address in any form, or any name without blanks."
        />
        <TextField name="symbol" label="Symbol" />
        <TextField
          name="decimals"
          label="Decimals"
          inputMode="decimal"
          hint="A whole number from 0 to 30; it never changes."
        />
        <TextField name="name" label="Name, if it has one" />
        <LogoField />
        <CheckField name="force" label="Also where another token that is shown has this symbol" />
      </>
    )}
  </ActForm>
);

export const LogoField = () => (
  <TextField
    name="logo"
    label="Logo, if it has one"
    inputMode="url"
    hint="An https URL, or a PNG, JPEG or WebP as a base64 data URL."
  />
);

function planOf({ address, symbol, decimals, name, logo, force }: typeof INITIAL): Plan<'registerToken'> {
  const digits = decimals.trim();
  const isWhole = /^\d{1,2}$/.test(digits) && Number(digits) <= 30;
  const faults = isWhole ? {} : { decimals: 'A whole number from 0 to 30.' };
  if (address.trim() === '') return { input: null, button: 'Give an address', faults };
  if (symbol.trim() === '') return { input: null, button: 'Give a symbol', faults };
  if (!isWhole) return { input: null, button: 'Give its decimals', faults };
  return {
    input: {
      address: address.trim(),
      symbol: symbol.trim(),
      decimals: Number(digits),
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(logo.trim() !== '' && { logo: logo.trim() }),
      ...(force === 'yes' && { force: true }),
    },
    button: `Register ${symbol.trim()} with ${Number(digits)} decimals`,
    entries: [],
    ...(Number(digits) <= COARSE && {
      notes: (
        <Notice tone="wheat" title={`With so few decimals, fees in ${symbol.trim()} are large`}>
          A fee is rounded up to the smallest unit: every swap into it pays {Number(digits) === 0 ? '1' : '0.1'}{' '}
          {symbol.trim()} or more to the protocol, unless its pools have no protocol fee.
        </Notice>
      ),
    }),
  };
}
