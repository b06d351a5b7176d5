// The price axis as a gauge: lines at round prices, marks between them, and the current price.
import type {
  IChartApiBase,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';
import { written } from '../../exact/figures.ts';
import { t } from '../../words/words.ts';
import type { Colours } from './chart-colours.ts';
import { axisOf } from './gauge.ts';

type Target = Parameters<
  NonNullable<
    ReturnType<NonNullable<ReturnType<NonNullable<ISeriesPrimitive<Time>['paneViews']>>[number]['renderer']>>
  >['draw']
>[0];
type Draw = (context: CanvasRenderingContext2D, width: number, height: number) => void;

export type Look = { readonly colours: Colours; readonly serif: string; readonly sans: string };

/** The price now, and the number of the step that ends with it. */
type Last = { readonly value: number; readonly text: string; readonly step: number };
/** The size of the area with the prices, and the prices at its edges. */
type Pane = { readonly low: number; readonly high: number; readonly width: number; readonly height: number };

export const NOW_WIDTH = 44;
const LABEL_SPACE = 48;
const [MAJOR, MINOR] = [12, 6];
/** A label nearer than this to the current price is left out, in pixels. */
const APART = 18;

export class GaugeAxis implements ISeriesPrimitive<Time> {
  #series: ISeriesApi<SeriesType, Time> | null = null;
  #chart: IChartApiBase<Time> | null = null;
  #redraw: () => void = () => {};
  #look: Look;
  #last: Last | null = null;
  #pane = '';
  readonly #onPane: (pane: Pane) => void;
  readonly #panes = [viewOf('bottom', (...to) => this.#hairlines(...to))];
  readonly #axis = [viewOf('normal', (...to) => this.#gauge(...to))];
  readonly #time = [viewOf('top', (...to) => this.#now(...to))];

  constructor(look: Look, onPane: (pane: Pane) => void) {
    this.#look = look;
    this.#onPane = onPane;
  }

  attached({ chart, series, requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#chart = chart;
    this.#series = series;
    this.#redraw = requestUpdate;
  }

  paneViews = () => this.#panes;
  priceAxisPaneViews = () => this.#axis;
  timeAxisPaneViews = () => this.#time;

  show(last: Last | null, look = this.#look): void {
    this.#last = last;
    this.#look = look;
    this.#redraw();
  }

  get last() {
    return this.#last;
  }

  #marks(height: number) {
    const [low, high] = [this.#series?.coordinateToPrice(height), this.#series?.coordinateToPrice(0)];
    if (low === null || low === undefined || high === null || high === undefined) return null;
    return { low, high, ...axisOf(low, high, height / LABEL_SPACE) };
  }

  readonly #y = (price: number): number => Math.round(this.#series?.priceToCoordinate(price) ?? -9) + 0.5;

  #hairlines: Draw = (context, width, height) => {
    context.strokeStyle = this.#look.colours.line;
    context.lineWidth = 1;
    const marks = this.#marks(height);
    for (const value of marks?.values ?? []) stroke(context, 0, width, this.#y(value));
    if (marks) this.#tell({ low: marks.low, high: marks.high, width, height });
  };

  /** Reports how the prices lie on the screen, once for each change. */
  #tell(pane: Pane): void {
    const text = JSON.stringify([pane, this.#last?.step]);
    if (text !== this.#pane) this.#onPane(pane);
    this.#pane = text;
  }

  #gauge: Draw = (context, width, height) => {
    const marks = this.#marks(height);
    if (marks === null) return;
    const { colours, serif } = this.#look;
    context.strokeStyle = colours['line-strong'];
    context.lineWidth = 1.2;
    for (let at = Math.ceil(marks.low / marks.minor); at * marks.minor <= marks.high; at++)
      stroke(context, 0, MINOR, this.#y(at * marks.minor));
    context.font = `14px ${serif}`;
    context.textBaseline = 'middle';
    context.fillStyle = colours.soft;
    const lastY = this.#last === null ? null : this.#y(this.#last.value);
    for (const value of marks.values) {
      const y = this.#y(value);
      stroke(context, 0, MAJOR, y);
      if (y < 8 || y > height - 8 || (lastY !== null && Math.abs(y - lastY) < APART)) continue;
      context.fillText(written(value.toFixed(marks.digits)), MAJOR + 7, y);
    }
    if (lastY !== null) this.#price(context, width, lastY);
  };

  #price(context: CanvasRenderingContext2D, width: number, y: number): void {
    const { colours } = this.#look;
    context.strokeStyle = colours.pond;
    context.lineWidth = 1.8;
    stroke(context, 0, MAJOR, y);
    context.fillStyle = colours.pond;
    context.beginPath();
    context.roundRect(MAJOR, y - 11.5, width - MAJOR, 23, 4);
    context.fill();
    context.fillStyle = colours['on-pond'];
    context.fillText(this.#last?.text ?? '', MAJOR + 7, y + 0.5);
  }

  /** Labels the end of the last step as now. */
  #now: Draw = (context, width, height) => {
    const { colours, sans } = this.#look;
    context.font = `13px ${sans}`;
    const end = this.#chart?.timeScale().logicalToCoordinate((this.#last?.step ?? 0) as Logical) ?? width;
    const middle = Math.min(end, width - NOW_WIDTH / 2);
    context.fillStyle = colours.paper;
    context.fillRect(middle - NOW_WIDTH / 2, 2, NOW_WIDTH, height - 2);
    context.fillStyle = colours.soft;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(t('market.chart.now'), middle, height / 2);
  };
}

function viewOf(order: 'bottom' | 'normal' | 'top', draw: Draw) {
  const renderer = {
    draw: (target: Target) =>
      target.useMediaCoordinateSpace(({ context, mediaSize }) => {
        context.save();
        draw(context, mediaSize.width, mediaSize.height);
        context.restore();
      }),
  };
  return { zOrder: () => order, renderer: () => renderer };
}

function stroke(context: CanvasRenderingContext2D, from: number, to: number, y: number): void {
  context.beginPath();
  context.moveTo(from, y);
  context.lineTo(to, y);
  context.stroke();
}
