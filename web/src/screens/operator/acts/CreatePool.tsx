// A pool with rates of its own, empty until somebody provides liquidity.

import { type EveryToken, useEveryToken } from '../lists/every-token.ts';
import { namedToken } from '../lists/named-token.ts';
import { ChoiceField, TextField, TokenField } from './ActField.tsx';
import { ActForm, type Plan } from './ActForm.tsx';
import { FeeFields } from './FeeFields.tsx';
import { type FeeValues, readFees } from './fees.tsx';

const INITIAL = {
  'Pair.tokenA': '',
  'Pair.tokenB': '',
  curve: 'constant-product',
  amplification: '',
  lpFee: '',
  protocolFee: '',
  refFee: '',
  protocolFeeAddress: '',
};
type Values = typeof INITIAL & FeeValues;

const CURVES = [
  { value: 'constant-product', label: 'Constant product' },
  { value: 'stable', label: 'Stable' },
] as const;

export function CreatePool() {
  const tokens = useEveryToken();
  return (
    <ActForm<'createPool', Values>
      call="createPool"
      initial={INITIAL}
      planOf={(values) => planOf(values, tokens)}
      again="Create another"
      told={({ poolAddress }) => `Its address is ${poolAddress}. It is empty until somebody adds liquidity.`}
    >
      {({ curve }) => (
        <>
          <TokenField name="Pair.tokenA" label="First token" isFirst />
          <TokenField name="Pair.tokenB" label="Second token" />
          <ChoiceField
            name="curve"
            label="Curve"
            choices={CURVES}
            hint={curve === 'stable' ? 'For two tokens near parity.' : 'For any two tokens.'}
          />
          {curve === 'stable' && (
            <TextField
              name="amplification"
              label="Amplification"
              inputMode="decimal"
              hint="How flat the curve is: a whole number from 1 to 1,000,000, Curve's A times two."
            />
          )}
          <FeeFields placeholder="as the exchange has it" />
        </>
      )}
    </ActForm>
  );
}

function planOf(values: Values, tokens: EveryToken): Plan<'createPool'> {
  const read = (typed: string) => {
    const token = namedToken(tokens, typed);
    return { address: token?.address ?? typed.trim(), symbol: token?.symbol ?? typed.trim() };
  };
  const [a, b] = [read(values['Pair.tokenA']), read(values['Pair.tokenB'])];
  const { input: fees, faults } = readFees(values);
  const isStable = values.curve === 'stable';
  const amplification = values.amplification.replace(/[\s,]/g, '');
  if (a.address === '' || b.address === '') return { input: null, button: 'Choose two tokens', faults };
  if (fees === null) return { input: null, button: 'Look at the fees', faults };
  if (isStable && !/^\d+$/.test(amplification)) return { input: null, button: 'Give an amplification', faults };
  return {
    input: {
      Pair: { tokenA: a.address, tokenB: b.address },
      ...fees,
      ...(isStable && { curve: 'stable', amplification }),
    },
    button: `Create the pool ${a.symbol}/${b.symbol}`,
    entries: [],
  };
}
