// Draws the price chart (a chunk that is loaded on demand): steps or candles, volume below, the price axis at the right.
import {
  AreaSeries,
  type AutoscaleInfo,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineType,
  type LineWidth,
  type Logical,
  type MouseEventParams,
  type UTCTimestamp,
} from 'lightweight-charts';
import { brief } from '../../exact/figures.ts';
import { coloursOf, fade, onTheme } from './chart-colours.ts';
import type { Form } from './choice.ts';
import { widened } from './gauge.ts';
import { GaugeAxis, type Look } from './gauge-axis.ts';
import type { View } from './lines.ts';
import type { Step } from './steps.ts';
import { MOMENT, nearEndOf, tickTextUntil, timesOf } from './time-axis.ts';

type Shown = {
  readonly steps: readonly Step[];
  readonly form: Form;
  readonly hasVolume: boolean;
  /** Prices that the scale must include. */
  readonly seen: readonly number[];
  /** True to leave some space after the last step, for a price that is only about to be. */
  readonly hasRoom: boolean;
};
export type Chart = { show(shown: Shown): void; remove(): void };

type Reader = {
  /** Receives the number of the step under the pointer, or null. */
  onPoint(step: number | null): void;
  /** Called when the scale or the size has changed. */
  onView(view: View): void;
};

export function drawChart(box: HTMLElement, { onPoint, onView }: Reader): Chart {
  let look = lookOf(box);
  let shown: Shown = { steps: [], form: 'line', hasVolume: true, seen: [], hasRoom: false };
  const chart = createChart(box, {
    ...{ autoSize: true, handleScroll: false, handleScale: false },
    // Set at creation: the library's logo would add an inline style, which the page's security policy forbids.
    layout: { attributionLogo: false },
  });
  const volume = chart.addSeries(HistogramSeries, {
    ...{ priceScaleId: 'volume', lastValueVisible: false, priceLineVisible: false },
  });
  const quiet = { ...QUIET, autoscaleInfoProvider: scaleOf(() => shown.seen) };
  const area = chart.addSeries(AreaSeries, { lineType: LineType.WithSteps, ...quiet });
  const candles = chart.addSeries(CandlestickSeries, quiet);
  const axis = new GaugeAxis(look, (pane) => {
    const [first, second] = [0, 1].map((at) => chart.timeScale().logicalToCoordinate(at as Logical));
    if (first != null && second != null) onView({ ...pane, first, each: second - first });
  });
  area.attachPrimitive(axis);
  const paint = () => {
    look = lookOf(box);
    applyLook(chart, { area, candles }, look);
    show(shown);
  };
  const show = (next: Shown) => {
    shown = next;
    const times = timesOf(next.steps);
    const isLine = next.form === 'line';
    area.setData(areaOf(next.steps, times));
    area.applyOptions(
      isLine ? {} : { lineVisible: false, topColor: CLEAR, bottomColor: CLEAR, crosshairMarkerVisible: false },
    );
    candles.setData(isLine ? [] : next.steps.map((step, at) => candleOf(step, times[at] as UTCTimestamp)));
    volume.setData(next.hasVolume ? next.steps.map((step, at) => barOf(step, times[at] as UTCTimestamp, look)) : []);
    const bottom = next.hasVolume ? VOLUME_SHARE : PRICE_MARGIN;
    chart.priceScale('right').applyOptions({ scaleMargins: { top: PRICE_MARGIN, bottom } });
    const last = next.steps.at(-1);
    const text = brief(last?.price ?? '');
    chart.applyOptions({ rightPriceScale: { minimumWidth: text.length * 8 + 30 } });
    const room = next.hasRoom ? roomOf(times.length) : 0;
    const width = ((box.clientWidth - SCALE_WIDTH) * times.length) / Math.max(times.length + room, 1);
    axis.show(last === undefined ? null : { value: Number(last.price), text, step: times.length }, look);
    const tickMarkFormatter = tickTextUntil(nearEndOf(times, width));
    chart.applyOptions({ timeScale: { tickMarkFormatter, rightOffset: room } });
    chart.timeScale().fitContent();
  };
  chart.subscribeCrosshairMove(({ logical }: MouseEventParams) =>
    onPoint(logical === undefined ? null : Math.min(logical, shown.steps.length - 1)),
  );
  paint();
  const stop = onTheme(paint);
  return {
    show(next) {
      if (next.form !== shown.form) applyLook(chart, { area, candles }, look);
      show(next);
    },
    remove() {
      stop();
      chart.remove();
    },
  };
}

/** Empty space above the highest price, and at the bottom with and without volume, as shares of the height. */
const [PRICE_MARGIN, VOLUME_SHARE] = [0.1, 0.28];
/** The most pixels of a step: the bars of a new pool are no broader. */
const MOST_SPACING = 40;
/** The least width of the price axis. */
const SCALE_WIDTH = 78;
const CLEAR = 'rgba(0, 0, 0, 0)';
const FORMAT = {
  ...({ type: 'custom', minMove: 1e-12 } as const),
  formatter: (price: number) => brief(plain(price)),
  // The axis draws its own; those of the library would still take up space, much for a zero with a float's error.
  tickmarksFormatter: (prices: readonly number[]) => prices.map(() => ''),
};
const QUIET = { lastValueVisible: false, priceLineVisible: false, priceFormat: FORMAT };

const scaleOf =
  (seen: () => readonly number[]) =>
  (usual: () => AutoscaleInfo | null): AutoscaleInfo | null => {
    const found = usual();
    if (!found?.priceRange) return found;
    const { minValue, maxValue } = found.priceRange;
    return { ...found, priceRange: widened(Math.min(minValue, ...seen()), Math.max(maxValue, ...seen())) };
  };

/** The type allows whole widths only, but the library draws fractions too. */
const LINE = 1.8 as LineWidth;

/** Writes a number without an exponent. */
const plain = (price: number): string => price.toFixed(price < 1e-6 ? 20 : 12);

function lookOf(box: HTMLElement): Look {
  const style = getComputedStyle(box);
  const [serif, sans] = [style.getPropertyValue('--serif'), style.getPropertyValue('--sans')];
  return { colours: coloursOf(box), serif, sans };
}

type Series = { readonly area: ISeriesApi<'Area'>; readonly candles: ISeriesApi<'Candlestick'> };

function applyLook(chart: IChartApi, { area, candles }: Series, { colours, sans }: Look): void {
  const guide = { color: colours['line-strong'], labelBackgroundColor: colours.ink };
  chart.applyOptions({
    layout: {
      ...{
        background: { type: ColorType.Solid, color: CLEAR },
        textColor: colours.soft,
        fontSize: 13,
        fontFamily: sans,
      },
    },
    grid: { vertLines: { visible: false }, horzLines: { visible: false } },
    crosshair: { mode: CrosshairMode.Magnet, vertLine: guide, horzLine: guide },
    rightPriceScale: { borderVisible: false, textColor: CLEAR },
    timeScale: {
      ...{
        borderColor: colours['line-strong'],
        timeVisible: true,
        allowBoldLabels: false,
        lockVisibleTimeRangeOnResize: true,
        maxBarSpacing: MOST_SPACING,
      },
    },
    localization: { timeFormatter: MOMENT },
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.79, bottom: 0 } });
  area.applyOptions({
    ...{ lineVisible: true, lineWidth: LINE, lineColor: colours.pond, crosshairMarkerVisible: true },
    ...{ topColor: fade(colours.pond, 0.24), bottomColor: fade(colours.pond, 0.04) },
  });
  candles.applyOptions({
    ...{ upColor: colours.paper, borderUpColor: colours.up, wickUpColor: colours.up },
    ...{ downColor: colours.oxide, borderDownColor: colours.oxide, wickDownColor: colours.oxide },
  });
}

/** Extends the last step to the end of its interval. */
function areaOf(steps: readonly Step[], times: readonly UTCTimestamp[]) {
  const points = steps.map(({ price }, at) => ({ time: times[at] as UTCTimestamp, value: Number(price) }));
  const [last, before] = [points.at(-1), points.at(-2)];
  if (last === undefined || before === undefined) return points;
  return [...points, { ...last, time: (2 * last.time - before.time) as UTCTimestamp }];
}

/** How many steps of space follow the last one. */
const roomOf = (steps: number): number => Math.ceil(steps * 0.06);

function candleOf({ candle }: Step, time: UTCTimestamp) {
  if (candle === null) return { time };
  const { open, high, low, close } = candle;
  return { time, open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
}

function barOf({ candle }: Step, time: UTCTimestamp, { colours }: Look) {
  if (candle === null) return { time };
  const isDown = Number(candle.close) < Number(candle.open);
  return { time, value: Number(candle.volume1), color: fade(isDown ? colours.oxide : colours.up, 0.42) };
}
