// What happened, by the day on which it did, by the reader's clock.

type Day<Item> = { readonly label: string; readonly items: readonly Item[] };

const WHOLE = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** In the order in which they come. */
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
  if (day.toDateString() === now.toDateString()) return 'Today';
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return WHOLE.format(day).replace(',', '');
}

export const timeOf = (createdAt: string): string => TIME.format(new Date(createdAt));
