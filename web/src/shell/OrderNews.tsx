// Shows a toast on any screen when an order of the reader is filled.
import { useEffect, useState } from 'react';
import type { EventsRecord } from '#client';
import { useMe } from '../data/account.ts';
import { onEvent } from '../data/live/live.ts';
import { piece } from '../parts/piece.tsx';
import { withTexts } from '../words/words.ts';

const OrderToast = piece(() => withTexts(import('./news/OrderToast.tsx'), 'order'));

export function OrderNews() {
  const { account } = useMe();
  const [news, setNews] = useState<EventsRecord | null>(null);
  useEffect(() => onEvent((event) => account !== null && mayBeOwn(event, account) && setNews(event)), [account]);
  return news && account !== null && <OrderToast event={news} account={account} onClose={() => setNews(null)} />;
}

/** Operators get every match without account names; the toast then asks the server whose order it is. */
const mayBeOwn = ({ kind, order, taker, account }: EventsRecord, me: string): boolean =>
  order !== undefined && (kind === 'swap' || kind === 'matchOrders') && (account === me || taker !== undefined);
