// Rows with facts about a pool, for pools of the ledger and for pools on a chain.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { PoolData } from '../../data/pools.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Address } from '../../market/figures/Address.tsx';
import { Row } from '../../parts/Rows.tsx';
import { t } from '../../words/words.ts';
import { rate } from './PoolHead.tsx';
import styles from './pool.module.css';

type Symbols = { readonly symbol0: string; readonly symbol1: string };
type Tokens = Symbols & { readonly jetton0: string; readonly jetton1: string };

export const AddressRow = ({ address }: { readonly address: string }) => (
  <Row name={t('pool.facts.address')}>
    <Address value={address} label={t('pool.facts.address.copy')} />
  </Row>
);

export const TokensRow = ({ jetton0, jetton1, symbol0, symbol1 }: Tokens) => (
  <Row name={t('pool.facts.tokens')}>
    <Link href={`/token/${encodeURIComponent(jetton0)}`}>{symbol0}</Link>,{' '}
    <Link href={`/token/${encodeURIComponent(jetton1)}`}>{symbol1}</Link>
  </Row>
);

type Wallets = Symbols & Pick<PoolData, 'token0WalletAddress' | 'token1WalletAddress'>;

export const WalletRows = ({ symbol0, symbol1, token0WalletAddress, token1WalletAddress }: Wallets) => (
  <>
    <Row name={t('pool.facts.wallet', { symbol: symbol0 })}>
      <Address value={token0WalletAddress} label={t('pool.facts.wallet.copy', { symbol: symbol0 })} />
    </Row>
    <Row name={t('pool.facts.wallet', { symbol: symbol1 })}>
      <Address value={token1WalletAddress} label={t('pool.facts.wallet.copy', { symbol: symbol1 })} />
    </Row>
  </>
);

export const FeesRow = ({ refFee, lpFee, protocolFee }: Pick<PoolData, 'refFee' | 'lpFee' | 'protocolFee'>) => (
  <Row name={t('pool.facts.fees')} note={t('pool.facts.fees.note', { fee: rate(refFee) })}>
    {t('pool.facts.fees.value', { lp: rate(lpFee), protocol: rate(protocolFee) })}
  </Row>
);

type Collected = Symbols &
  Pick<PoolData, 'collectedToken0ProtocolFee' | 'collectedToken1ProtocolFee'> & { readonly note?: ReactNode };

export const CollectedRow = (pool: Collected) => (
  <Row name={t('pool.facts.collected')} note={pool.note}>
    <span className={styles.two}>
      <Figure value={pool.collectedToken0ProtocolFee} symbol={pool.symbol0} />
      <Figure value={pool.collectedToken1ProtocolFee} symbol={pool.symbol1} />
    </span>
  </Row>
);
