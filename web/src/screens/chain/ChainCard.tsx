// A card next to the swap form: where swaps settle, how the network fee is paid, the wallet that pays, and the router contract.
import { useCall } from '../../data/use.ts';
import { Address } from '../../market/figures/Address.tsx';
import { Card } from '../../parts/Card.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { t } from '../../words/words.ts';
import styles from '../swap/swap.module.css';

export default function ChainCard() {
  const { data: me } = useCall('whoami', {});
  const { data: router } = useCall('getRouterData', {});
  return (
    <Card title={t('chain.card')}>
      <p className={styles.hint}>{t('chain.card.text')}</p>
      <p className={styles.hint}>{t('chain.fee.text')}</p>
      <Rows>
        <Row name={t('chain.wallet')}>
          {me?.wallet ? (
            <Address value={me.wallet} label={t('chain.wallet.copy')} />
          ) : me ? (
            t('chain.wallet.none')
          ) : (
            '…'
          )}
        </Row>
        <Row name={t('chain.router')}>
          {router ? <Address value={router.routerAddress} label={t('chain.router.copy')} /> : '…'}
        </Row>
      </Rows>
    </Card>
  );
}
