// Reserves and price of each pool directly before and after the transaction.
import { Link } from 'wouter';
import type { Decimal, GetTransactionOutput } from '#client';
import { directed, turned } from '../../data/direction.ts';
import type { Tokens } from '../../data/tokens.ts';
import { subtractText } from '../../exact/amount.ts';
import { Figure } from '../../exact/Figure.tsx';
import { divide } from '../../exact/figures.ts';
import { Card } from '../../parts/Card.tsx';
import { Change } from '../../parts/Change.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import styles from './transaction.module.css';

type Moves = NonNullable<GetTransactionOutput['pools']>;

type Move = Moves[number];

/** Of an inverted price: more would not be exact, since the server's price is cut. */
const DIGITS = 12;

/** In the direction of the pair; the server answers in the order of the addresses. */
function seen(move: Move, tokens: Tokens): Move {
  const shown = directed(move, tokens);
  if (shown === move) return move;
  const side = (state: Move['before']) => ({
    ...turned(state),
    price: state.price === null ? null : (divide('1', state.price, DIGITS) as Decimal),
  });
  return { ...shown, before: side(move.before), after: side(move.after) };
}

export function PoolMoves({
  moves,
  tokens,
  symbolOf,
}: {
  readonly moves: Moves;
  readonly tokens: Tokens;
  symbolOf(token: string): string;
}) {
  return moves.map((move) => {
    const { poolAddress, jetton0, jetton1, before, after } = seen(move, tokens);
    const [symbol0, symbol1] = [symbolOf(jetton0), symbolOf(jetton1)];
    return (
      <Card key={poolAddress} title={t('transaction.moves', { pair: `${symbol0}/${symbol1}` })}>
        <Rows>
          <Row name={symbol0}>
            <FromTo from={before.reserve0} to={after.reserve0} />
          </Row>
          <Row name={symbol1}>
            <FromTo from={before.reserve1} to={after.reserve1} />
          </Row>
          <Row
            name={t('transaction.moves.price', { base: symbol0, quote: symbol1 })}
            {...(before.price !== null &&
              after.price !== null && {
                note: <Change fraction={subtractText(divide(after.price, before.price), '1')} />,
              })}
          >
            <FromTo from={before.price} to={after.price} />
          </Row>
        </Rows>
        <p className={styles.open}>
          <Link href={`/pool/${encodeURIComponent(poolAddress)}`}>{t('transaction.moves.open')}</Link>
        </p>
      </Card>
    );
  });
}

/** A price is null if the pool is empty. */
function FromTo({ from, to }: { readonly from: Decimal | null; readonly to: Decimal | null }) {
  const figure = (value: Decimal | null) => (value === null ? t('transaction.moves.none') : <Figure value={value} />);
  const soft = <span className={styles.soft} />;
  if (from === to) return figure(to);
  return (
    <>
      <span className={styles.line}>
        <T id="transaction.moves.before" values={{ value: figure(from) }} components={{ soft }} />
      </span>
      <span className={styles.line}>
        <T id="transaction.moves.after" values={{ value: figure(to) }} components={{ soft }} />
      </span>
    </>
  );
}
