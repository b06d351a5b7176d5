// The exact amounts, fees included, that would move the price by certain percentages.

import type { PoolStats } from '../../data/pools.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Card } from '../../parts/Card.tsx';
import { Table } from '../../parts/Table.tsx';
import { t } from '../../words/words.ts';
import { rate } from './PoolHead.tsx';
import styles from './pool.module.css';

export function Moves({ stats: { moves, symbol0, symbol1 } }: { readonly stats: PoolStats }) {
  return (
    <Card title={t('pool.depth')}>
      <div className={styles.moves}>
        <Table>
          <thead>
            <tr>
              <th scope="col">{t('pool.depth.move')}</th>
              <th scope="col" data-end>
                {t('pool.depth.sell', { base: symbol0 })}
              </th>
              <th scope="col" data-end>
                {t('pool.depth.buy', { base: symbol0, quote: symbol1 })}
              </th>
            </tr>
          </thead>
          <tbody>
            {moves.map(({ part, down, up }) => (
              <tr key={part}>
                <td>{rate(part)}</td>
                <td data-end>{down ? <Figure value={down.pay} /> : t('pool.depth.never')}</td>
                <td data-end>{up ? <Figure value={up.pay} /> : t('pool.depth.never')}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <p className={styles.small}>{t('pool.depth.text')}</p>
    </Card>
  );
}
