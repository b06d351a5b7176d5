// Creates a pool with its own fees; it is empty until somebody provides liquidity.

import { inDirection } from '../../../data/direction.ts';
import { halfWidth } from '../../../exact/amount.ts';
import { t } from '../../../words/words.ts';
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

const curves = () =>
  [
    { value: 'constant-product', label: t('operator.pool.curve.product') },
    { value: 'stable', label: t('operator.pool.curve.stable') },
  ] as const;

export function CreatePool() {
  const tokens = useEveryToken();
  return (
    <ActForm<'createPool', Values>
      call="createPool"
      initial={INITIAL}
      planOf={(values) => planOf(values, tokens)}
      again={t('operator.pool.again')}
      told={({ poolAddress }) => t('operator.pool.created', { address: poolAddress })}
    >
      {({ curve }) => (
        <>
          <TokenField name="Pair.tokenA" label={t('operator.pool.first')} isFirst />
          <TokenField name="Pair.tokenB" label={t('operator.pool.second')} />
          <ChoiceField
            name="curve"
            label={t('operator.pool.curve')}
            choices={curves()}
            hint={t(curve === 'stable' ? 'operator.pool.curve.stable.hint' : 'operator.pool.curve.product.hint')}
          />
          {curve === 'stable' && (
            <TextField
              name="amplification"
              label={t('operator.pool.amplification')}
              inputMode="decimal"
              hint={t('operator.pool.amplification.hint')}
            />
          )}
          <FeeFields placeholder={t('operator.pool.fees.default')} />
        </>
      )}
    </ActForm>
  );
}

function planOf(values: Values, tokens: EveryToken): Plan<'createPool'> {
  const read = (typed: string) => {
    const token = namedToken(tokens, typed);
    return token ?? { address: typed.trim(), symbol: typed.trim() };
  };
  const [a, b] = [read(values['Pair.tokenA']), read(values['Pair.tokenB'])];
  const { input: fees, faults } = readFees(values);
  const isStable = values.curve === 'stable';
  const amplification = halfWidth(values.amplification).replace(/[\s,]/g, '');
  if (a.address === '' || b.address === '') return { input: null, button: t('operator.enter.tokens'), faults };
  if (fees === null) return { input: null, button: t('operator.enter.fees'), faults };
  if (isStable && !/^\d+$/.test(amplification))
    return { input: null, button: t('operator.enter.amplification'), faults };
  return {
    input: {
      Pair: { tokenA: a.address, tokenB: b.address },
      ...fees,
      ...(isStable && { curve: 'stable', amplification }),
    },
    button: t('operator.pool.create', {
      pair: inDirection(a, b)
        .map(({ symbol }) => symbol)
        .join('/'),
    }),
    entries: [],
  };
}
