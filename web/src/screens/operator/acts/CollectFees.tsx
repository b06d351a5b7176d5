// Pays out the protocol fees that a pool has collected, in both tokens.

import type { Pair, PoolData } from '../../../data/pools.ts';
import { t } from '../../../words/words.ts';
import { ActForm } from './ActForm.tsx';
import { collectEntries } from './entries.ts';

export function CollectFees({
  pair: { jetton0, jetton1 },
  pool,
  poolAddress,
}: {
  readonly pair: Pair;
  readonly pool: PoolData;
  readonly poolAddress: string;
}) {
  const to = pool.protocolFeeAddress === 'N/A' ? t('operator.collect.account') : pool.protocolFeeAddress;
  const entries = collectEntries({
    poolAddress,
    to,
    fees: [
      { token: jetton0, amount: pool.collectedToken0ProtocolFee },
      { token: jetton1, amount: pool.collectedToken1ProtocolFee },
    ],
  });
  return (
    <ActForm
      call="collectFees"
      about={`${jetton0} ${jetton1}`}
      initial={{}}
      planOf={() => ({
        input: entries.length === 0 ? null : { Pair: { tokenA: jetton0, tokenB: jetton1 } },
        button: entries.length === 0 ? t('operator.collect.none') : t('operator.collect.button', { account: to }),
        ...(entries.length > 0 && { entries }),
        notes: <p>{t('operator.collect.note')}</p>,
      })}
      told={({ protocolFeeAddress }) => t('operator.collect.done', { account: protocolFeeAddress })}
    />
  );
}
