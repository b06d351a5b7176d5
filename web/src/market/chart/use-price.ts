// A pool chart's data: what to show from the reader's choice, candles from the server.
import { useMemo } from 'react';
import { useNow } from '../../data/now.ts';
import { type Choice, type Form, useChoice } from './choice.ts';
import { type Step, stepsOf } from './steps.ts';
import { type Candles, useCandles } from './use-candles.ts';
import { A_MINUTE, type Range, type Window, windowOf } from './windows.ts';

export type ChosenPrice = Choice &
  Pick<Candles, 'isOld' | 'error' | 'retry'> & {
    readonly steps: readonly Step[];
    /** The window of the steps; null until the first candles have arrived. */
    readonly window: Window | null;
    /** A time before the first step that moves rarely, for requests of what is drawn in the chart. */
    readonly pastMs: number;
    /** The input of the call, as `ShowCall` shows it to developers. */
    readonly input: {
      readonly jetton0: string;
      readonly jetton1: string;
      readonly interval: string;
      readonly from: string;
    };
    setRange(range: Range): void;
    setForm(form: Form): void;
    setVolume(hasVolume: boolean): void;
  };

type Priced = {
  readonly jetton0: string;
  readonly jetton1: string;
  readonly price: string | null;
  readonly createdAt: string;
};

export function usePrice({ jetton0, jetton1, price, createdAt }: Priced): ChosenPrice {
  const [choice, change] = useChoice();
  const now = useNow(A_MINUTE);
  const window = windowOf(choice.range, Date.parse(createdAt), now);
  const { loaded, ...rest } = useCandles({ jetton0, jetton1 }, window);
  const steps = useMemo(() => (loaded ? stepsOf(loaded.candles, loaded.window, price) : []), [loaded, price]);
  return {
    ...choice,
    ...rest,
    steps,
    window: loaded?.window ?? null,
    pastMs: window.pastMs,
    input: { jetton0, jetton1, interval: window.interval, from: new Date(window.fromMs).toISOString() },
    setRange: (range) => change({ range }),
    setForm: (chart) => change({ chart }),
    setVolume: (hasVolume) => change({ volume: hasVolume ? 'yes' : 'no' }),
  };
}
