// Whether a pair is shown against its direction, and so with inverted prices: in the URL, and remembered in the browser.
import { remembered, toggled } from './remembered.ts';
import { useUrlState } from './url-state.ts';

const DEFAULTS = { turned: '' };
const TURNED = remembered('millpond turned', 200);

/** Of everybody who uses this browser: which way round one reads a price is not about an account. */
export function useReversed(a: string, b: string): [boolean, () => void] {
  const [{ turned }, change] = useUrlState(DEFAULTS);
  const pair = [a, b].sort().join(' ');
  const isKept = TURNED.useList(null).includes(pair);
  const isReversed = turned === '1' || isKept;
  const turn = () => {
    if (isKept === isReversed) TURNED.change(null, (list, most) => toggled(list, pair, most));
    change({ turned: isReversed ? '' : '1' });
  };
  return [isReversed, turn];
}
