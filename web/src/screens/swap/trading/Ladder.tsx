// The depth as a table: asks above, bids below, the best prices in the middle; a level can set the price of the form.
import { type KeyboardEvent, useState } from 'react';
import { brief, even, percent, written } from '../../../exact/figures.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Spoken } from '../../../parts/Spoken.tsx';
import { t } from '../../../words/words.ts';
import { relativeDifference } from '../orders/limit.ts';
import type { Level, Side } from './depth.ts';
import type { OnPrice } from './on-price.ts';
import type { ShownPair } from './shown-pair.ts';
import styles from './trading.module.css';

/** Levels of each side that are shown at first. */
const SHORT = 6;

type LadderProps = {
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
  readonly pair: ShownPair;
  readonly onPrice: OnPrice | null;
};

export function Ladder({ asks, bids, pair: [base, quote], onPrice }: LadderProps) {
  const [isWhole, setWhole] = useState(false);
  // One level is in the order of the Tab key; the arrow keys move to the others.
  const [current, setCurrent] = useState('ask0');
  const most = isWhole ? Math.max(asks.length, bids.length) : SHORT;
  const [shownAsks, shownBids] = [asks.slice(0, most), bids.slice(0, most)];
  const keys = [...shownAsks.map((_, at) => `ask${at}`), ...shownBids.map((_, at) => `bid${at}`)];
  const first = keys.includes(current) ? current : keys[0];
  const row = (side: Side) => (level: Level, at: number) => (
    <LevelRow
      key={`${side}${at}`}
      {...{ side, level, onPrice, symbol: quote.symbol }}
      isFirst={first === `${side}${at}`}
      onFocus={() => setCurrent(`${side}${at}`)}
    />
  );
  const [ask, bid] = [asks[0], bids[0]];
  return (
    <>
      <table className={styles.figures} onKeyDown={moveFocus}>
        <thead>
          <tr>
            <th scope="col">{t('trading.price', { symbol: quote.symbol })}</th>
            <th scope="col">{t('trading.amount', { symbol: base.symbol })}</th>
            <th scope="col">{t('trading.depth.total', { symbol: base.symbol })}</th>
          </tr>
        </thead>
        <tbody>{shownAsks.map(row('ask')).reverse()}</tbody>
        {ask && bid && (
          <tbody>
            <tr>
              <td className={styles.spread} colSpan={3}>
                {t('trading.depth.spread', { part: percent(relativeDifference(ask.price, bid.price) ?? '0') })}
              </td>
            </tr>
          </tbody>
        )}
        <tbody>{shownBids.map(row('bid'))}</tbody>
      </table>
      {Math.max(asks.length, bids.length) > SHORT && (
        <p className={styles.all}>
          <LinkButton onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('trading.depth.fewer') : t('trading.depth.all', { count: asks.length + bids.length })}
          </LinkButton>
        </p>
      )}
    </>
  );
}

function LevelRow({
  side,
  level: { price, amount, total },
  symbol,
  onPrice,
  isFirst,
  onFocus,
}: {
  readonly side: Side;
  readonly level: Level;
  readonly symbol: string;
  readonly onPrice: OnPrice | null;
  readonly isFirst: boolean;
  onFocus(): void;
}) {
  const shown = even(price, 6);
  return (
    <tr className={styles.level} data-side={side}>
      <td>
        <Spoken>{t(`trading.${side}`)}</Spoken>{' '}
        {onPrice ? (
          <button
            type="button"
            data-level
            tabIndex={isFirst ? 0 : -1}
            aria-label={t(`trading.set.${onPrice.field}`, { price: `${shown} ${symbol}` })}
            onFocus={onFocus}
            onClick={() => onPrice.set(price)}
          >
            {shown}
          </button>
        ) : (
          <b>{shown}</b>
        )}
      </td>
      <td title={written(amount)}>{brief(amount)}</td>
      <td title={written(total)}>{brief(total)}</td>
    </tr>
  );
}

function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const levels = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-level]')];
  const at = levels.indexOf(document.activeElement as HTMLElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  levels[at + step]?.focus();
}
