// The statuses of tokens and pools, in words.
import { t } from '../../../words/words.ts';

const STATUSES = ['listed', 'paused', 'hidden'] as const;
export type Status = (typeof STATUSES)[number];

export const statuses = () => STATUSES.map((value) => ({ value, label: t(`operator.status.${value}`) }));

/** The choices of a list's status filter. */
export const shown = () => [{ value: '', label: t('operator.status.visible') }, ...statuses().slice(1)];

export const meaningOf = (status: string): string | undefined => {
  const known = STATUSES.find((one) => one === status);
  return known && t(`operator.status.${known}.means`);
};

export const statusWord = (status: string): string => t('operator.status', { status });
