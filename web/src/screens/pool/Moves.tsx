// What moves the price: the exact amounts, fees included.
import type { PoolStats } from '../../data/pools.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Card } from '../../parts/Card.tsx';
import { Table } from '../../parts/Table.tsx';
import { rate } from './PoolHead.tsx';
import styles from './pool.module.css';

export function Moves({ stats: { moves, symbol0, symbol1 } }: { readonly stats: PoolStats }) {
  return (
    <Card title="What moves the price">
      <div className={styles.moves}>
        <Table>
          <thead>
            <tr>
              <th scope="col">By</th>
              <th scope="col" data-end>
                Sell {symbol0}
              </th>
              <th scope="col" data-end>
                Buy {symbol0} with {symbol1}
              </th>
            </tr>
          </thead>
          <tbody>
            {moves.map(({ part, down, up }) => (
              <tr key={part}>
                <td>{rate(part)}</td>
                <td data-end>{down ? <Figure value={down.pay} /> : 'no amount does'}</td>
                <td data-end>{up ? <Figure value={up.pay} /> : 'no amount does'}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <p className={styles.small}>The smallest payment that moves it so far, down or up.</p>
    </Card>
  );
}
