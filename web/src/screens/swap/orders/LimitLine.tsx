// The limit or the trigger of a stop as a line in the chart: moved by pointer or arrow keys, in step with the input field.
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { t } from '../../../words/words.ts';
import type { Scale } from '../price/StepChart.tsx';
import { drawnPrice } from './limit.ts';
import own from './orders.module.css';
import type { Drawn } from './use-order.ts';

/** The fraction of the price by which a key moves it. */
const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowUp: 0.001, ArrowRight: 0.001, ArrowDown: -0.001, ArrowLeft: -0.001 },
  ...{ PageUp: 0.01, PageDown: -0.01 },
};

const NAMES = { price: 'orders.price', stop: 'orders.stop' } as const;
const TAGS = { price: 'orders.type.limit', stop: 'orders.type.stop' } as const;

export function LimitLine({
  what,
  scale: { low, high },
  value,
  now,
  text,
  label,
  onDraw,
  onHold,
}: {
  readonly what: Drawn;
  readonly scale: Scale;
  readonly value: number;
  readonly now: number | null;
  /** The price alone, and with its tokens. */
  readonly text: string;
  readonly label: string;
  /** Null when the line is released. */
  onDraw(price: string | null): void;
  /** Whether to freeze the chart's scale. */
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
  const top = 100 - ((value - low) / (high - low)) * 100;
  return (
    <div
      className={own.limit}
      data-what={what}
      // Beyond the chart's range the line stays at its edge.
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
