// The limit or the trigger of a stop as a line in the chart: moved by pointer or arrow keys, in step with the input field.
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { topOf, type View } from '../../../market/chart/lines.ts';
import { t } from '../../../words/words.ts';
import { drawnPrice } from './limit.ts';
import own from './orders.module.css';
import type { Drawn } from './use-order.ts';

/** By what fraction of the price each key moves the line. */
const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowUp: 0.001, ArrowRight: 0.001, ArrowDown: -0.001, ArrowLeft: -0.001 },
  ...{ PageUp: 0.01, PageDown: -0.01 },
};

const NAMES = { price: 'orders.price', stop: 'orders.stop' } as const;
const TAGS = { price: 'swap.limit', stop: 'swap.stop' } as const;

export function LimitLine({
  what,
  view: { low, high },
  value,
  now,
  text,
  label,
  onDraw,
  onHold,
}: {
  readonly what: Drawn;
  readonly view: View;
  readonly value: number;
  readonly now: number | null;
  /** `text` is the price alone, `label` the price with its tokens, for screen readers. */
  readonly text: string;
  readonly label: string;
  /** Called with each price while the line is moved, and with null when it is released. */
  onDraw(price: string | null): void;
  /** Called with true when a drag starts and with false when it ends: the chart's scale must not change in between. */
  onHold(isHeld: boolean): void;
}) {
  const [isHeld, setHeld] = useState(false);
  const hold = (held: boolean) => {
    setHeld(held);
    onHold(held);
  };
  const drawTo = ({ clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const { top = 0, height = 1 } = currentTarget.parentElement?.getBoundingClientRect() ?? {};
    onDraw(drawnPrice(high - ((clientY - top) / height) * (high - low)));
  };
  const letGo = () => {
    if (!isHeld) return;
    hold(false);
    onDraw(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined && (event.key !== 'Home' || now === null)) return;
    event.preventDefault();
    onDraw(drawnPrice(step === undefined ? (now as number) : value * (1 + step)));
  };
  const top = topOf(value, { low, high }) * 100;
  return (
    <div
      className={own.limit}
      data-what={what}
      // If the price is outside the chart's range, the line is drawn at the edge of the chart.
      style={{ top: `${Math.min(100, Math.max(0, top))}%` }}
      role="slider"
      tabIndex={0}
      aria-label={t(NAMES[what])}
      aria-orientation="vertical"
      aria-valuemin={Math.min(low, value)}
      aria-valuemax={Math.max(high, value)}
      aria-valuenow={value}
      aria-valuetext={label}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        hold(true);
      }}
      onPointerMove={(event) => isHeld && drawTo(event)}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onKeyDown={onKeyDown}
      onKeyUp={() => onDraw(null)}
      onBlur={() => onDraw(null)}
    >
      <b>{`${t(TAGS[what])} ${text}`}</b>
    </div>
  );
}
