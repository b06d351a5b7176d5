// What the reader wants to see of a chart: from the URL, else what was chosen last in this browser.
import { ofBrowser } from '../../data/stored.ts';
import { useUrlState } from '../../data/url-state.ts';
import { type Range, rangeOf } from './windows.ts';

export type Form = 'line' | 'candles';
export type Choice = { readonly range: Range; readonly form: Form; readonly hasVolume: boolean };

const NAME = 'millpond chart';
/** A chosen value always stands in the URL, so that its link shows everybody the same. */
const OPEN = { range: '', chart: '', volume: '' };

export function useChoice(): [Choice, (next: Partial<typeof OPEN>) => void] {
  const [url, change] = useUrlState(OPEN);
  const [range, chart, volume] = (ofBrowser.getItem(NAME) ?? '').split(' ');
  const texts = { range: url.range || range, chart: url.chart || chart, volume: url.volume || volume };
  return [
    readChoice(texts),
    (next) => {
      const { range, form, hasVolume } = readChoice({ ...texts, ...next });
      ofBrowser.setItem(NAME, `${range} ${form} ${hasVolume ? 'yes' : 'no'}`);
      change(next);
    },
  ];
}

type Texts = { readonly [name in keyof typeof OPEN]?: string | undefined };

/** Unknown values, as from an edited URL, become the usual ones. */
export const readChoice = ({ range, chart, volume }: Texts): Choice => ({
  range: rangeOf(range ?? ''),
  form: chart === 'candles' ? 'candles' : 'line',
  hasVolume: volume !== 'no',
});
