// Pays what a pool has collected for the protocol, both sides at once.
import type { Pair, PoolData } from '../../../data/pools.ts';
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
  const to = pool.protocolFeeAddress === 'N/A' ? 'the account kept for it' : pool.protocolFeeAddress;
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
        button: entries.length === 0 ? 'Nothing is collected yet' : `Pay the collected fees to ${to}`,
        ...(entries.length > 0 && { entries }),
        notes: <p>What is collected until then is paid with it.</p>,
      })}
      told={({ protocolFeeAddress }) => `${protocolFeeAddress} was paid.`}
    />
  );
}
