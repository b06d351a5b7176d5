// Groups changes by day in the user's time zone.
import { dates } from '../../words/format.ts';
import { t } from '../../words/words.ts';

type Day<Item> = { readonly label: string; readonly items: readonly Item[] };

const WHOLE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** Keeps the order of the items. */
export function byDay<Item extends { readonly createdAt: string }>(
  items: readonly Item[],
  nowMs: number,
): readonly Day<Item>[] {
  const days = new Map<string, Item[]>();
  for (const item of items) {
    const label = dayOf(new Date(item.createdAt), new Date(nowMs));
    days.set(label, [...(days.get(label) ?? []), item]);
  }
  return [...days].map(([label, items]) => ({ label, items }));
}

function dayOf(day: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return t('activity.today');
  if (day.toDateString() === yesterday.toDateString()) return t('activity.yesterday');
  return dates(WHOLE).format(day);
}

export const timeOf = (createdAt: string): string => dates(TIME).format(new Date(createdAt));
