// A pool chart's data: range and form from the URL, candles from the server.
import { useMemo } from 'react';
import { useNow } from '../../data/now.ts';
import { useUrlState } from '../../data/url-state.ts';
import { useCall } from '../../data/use.ts';
import type { Form } from './chart.ts';
import { type Step, stepsOf } from './steps.ts';
import { type Range, rangeOf, windowOf } from './windows.ts';

const DEFAULTS = { range: '1d', chart: 'line' };

export type ChosenPrice = {
  readonly range: Range;
  readonly form: Form;
  readonly steps: readonly Step[];
  readonly isOld: boolean;
  readonly input: {
    readonly jetton0: string;
    readonly jetton1: string;
    readonly interval: string;
    readonly from: string;
  };
  setRange(range: Range): void;
  setForm(form: Form): void;
};

type Priced = {
  readonly jetton0: string;
  readonly jetton1: string;
  readonly price: string | null;
  readonly createdAt: string;
};

export function usePrice(pool: Priced): ChosenPrice {
  const [state, change] = useUrlState(DEFAULTS);
  const [range, form]: [Range, Form] = [rangeOf(state.range), state.chart === 'candles' ? 'candles' : 'line'];
  const now = useNow(60_000);
  const shown = windowOf(range, Date.parse(pool.createdAt), now);
  const input = {
    ...{ jetton0: pool.jetton0, jetton1: pool.jetton1 },
    ...{ interval: shown.interval, from: new Date(shown.fromMs).toISOString() },
  };
  const { data, isPlaceholderData } = useCall('getCandles', input, { keepsPrevious: true });
  const { fromMs, toMs } = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window is another object each time, and the same where its bounds are
  const steps = useMemo(
    () => (data && data.jetton0 === pool.jetton0 ? stepsOf(data.candles, shown, pool.price) : []),
    [data, fromMs, toMs, pool.price, pool.jetton0],
  );
  return {
    ...{ range, form, steps, input, isOld: isPlaceholderData },
    setRange: (next) => change({ range: next }),
    setForm: (next) => change({ chart: next }),
  };
}
