// What a token or a pool may be, in words.
export type Status = 'listed' | 'hidden' | 'paused';

export const STATUSES = [
  { value: 'listed', label: 'Listed' },
  { value: 'paused', label: 'Paused' },
  { value: 'hidden', label: 'Hidden' },
] as const;

/** Which of them a list shows. */
export const SHOWN = [{ value: '', label: 'Shown' }, ...STATUSES.slice(1)] as const;

export const MEANING: Readonly<Record<Status, string>> = {
  listed: 'It is shown and takes swaps.',
  paused: 'It refuses swaps, quotes and new liquidity; what is in it can always be taken out.',
  hidden: 'It is left out of the lists, but still trades.',
};
