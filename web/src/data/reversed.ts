// Whether a pair is shown against the direction of its pair, and so with inverted prices; stored in the URL.
import { useUrlState } from './url-state.ts';

const DEFAULTS = { turned: '' };

export function useReversed(): [boolean, () => void] {
  const [{ turned }, change] = useUrlState(DEFAULTS);
  return [turned === '1', () => change({ turned: turned === '1' ? '' : '1' })];
}
