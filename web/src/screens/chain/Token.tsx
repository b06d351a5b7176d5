// The screen "Token" of an exchange on a chain: the user's balance, the address, and its pools.
import { useParams } from 'wouter';
import { useToken } from '../../data/token.ts';
import type { TokenInfo } from '../../data/tokens.ts';
import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { t } from '../../words/words.ts';
import { NoSuch } from '../not-found/NoSuch.tsx';
import pool from '../pool/pool.module.css';
import { TokenFacts, TokenHead, Yours } from '../token/TokenParts.tsx';
import styles from '../token/token.module.css';
import { PoolTable } from './PoolTable.tsx';
import { usePoolPages } from './pools.ts';

export default function Token() {
  const { address = '' } = useParams();
  const token = useToken(address);
  if (token === 'unknown') return <NoSuch of="token" address={address} />;
  if (token) return <TokenView token={token} />;
  return (
    <>
      <PageTitle title={t('tokens.token')} />
      <Skeleton lines={4} height={64} />
    </>
  );
}

function TokenView({ token }: { readonly token: TokenInfo }) {
  const { address, symbol } = token;
  const pools = usePoolPages().items.filter(({ jetton0, jetton1 }) => jetton0 === address || jetton1 === address);
  return (
    <>
      <TokenHead token={token} />
      <div className={pool.columns}>
        <div className={pool.wide}>
          <TokenFacts token={token} />
        </div>
        <div className={pool.side}>
          <Yours token={token} pool={null} />
        </div>
      </div>
      {pools.length > 0 && (
        <section className={styles.pools} aria-labelledby="its-pools">
          <h2 id="its-pools">{t('tokens.pools', { symbol })}</h2>
          <PoolTable pools={pools} />
        </section>
      )}
      <ShowCall
        calls={[
          { name: 'getTokens', method: 'GET', input: { token: address } },
          { name: 'getPools', method: 'GET', input: {} },
        ]}
      />
    </>
  );
}
