// Sets a pool's fees from the next swap on, showing old and new.

import type { Pair, PoolData } from '../../../data/pools.ts';
import { inPercent } from '../../../exact/figures.ts';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { t } from '../../../words/words.ts';
import { ActForm, type Plan } from './ActForm.tsx';
import { FeeFields } from './FeeFields.tsx';
import { type FeeInput, type FeeValues, readFees } from './fees.tsx';
import { percentOfFraction } from './percent.ts';

/** The `protocolFeeAddress` that the API returns if no account is set to receive the protocol fee. */
const NOBODY = 'N/A';

export function SetPoolFees({ pair, pool }: { readonly pair: Pair; readonly pool: PoolData }) {
  const payee = pool.protocolFeeAddress === NOBODY ? '' : pool.protocolFeeAddress;
  const before = { lpFee: pool.lpFee, protocolFee: pool.protocolFee, refFee: pool.refFee, protocolFeeAddress: payee };
  return (
    <ActForm<'setPoolFees', Record<keyof FeeValues, string>>
      call="setPoolFees"
      about={`${pair.jetton0} ${pair.jetton1}`}
      initial={{
        lpFee: percentOfFraction(pool.lpFee),
        protocolFee: percentOfFraction(pool.protocolFee),
        refFee: percentOfFraction(pool.refFee),
        protocolFeeAddress: payee,
      }}
      planOf={(values) => planOf(pair, values, before)}
      told={(done) => <Changes {...done} />}
    >
      {() => <FeeFields />}
    </ActForm>
  );
}

function planOf({ jetton0, jetton1 }: Pair, values: FeeValues, before: FeeValues): Plan<'setPoolFees'> {
  const { input, faults } = readFees(values, before);
  if (input === null) return { input, button: t('operator.enter.fees'), faults };
  if (Object.keys(input).length === 0) return { input: null, button: t('operator.unchanged') };
  return {
    input: { Pair: { tokenA: jetton0, tokenB: jetton1 }, ...input },
    button: t('operator.fees.set'),
    entries: [],
    notes: <Changes before={before} after={input} />,
  };
}

const NAMES = ['lpFee', 'protocolFee', 'refFee', 'protocolFeeAddress'] as const;

function Changes({ before, after }: { readonly before: FeeValues; readonly after: FeeInput }) {
  const told = (name: keyof FeeValues, value: string) => {
    if (name !== 'protocolFeeAddress') return inPercent(percentOfFraction(value));
    return value === NOBODY || value === '' ? t('operator.fees.nobody') : value;
  };
  const changed = NAMES.filter(
    (name) => after[name] !== undefined && after[name] !== before[name] && after[name] !== NOBODY,
  );
  return (
    <Rows>
      {changed.map((name) => (
        <Row key={name} name={t(`operator.fees.row.${name}`)}>
          {told(name, before[name])} → {told(name, after[name] ?? '')}
        </Row>
      ))}
    </Rows>
  );
}
