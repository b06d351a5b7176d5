// Collects the fills of the reader's orders on any screen; what tells of them is loaded with the first.
import { useCallback, useEffect, useState } from 'react';
import { useMe } from '../data/account.ts';
import { onEvent } from '../data/live/live.ts';
import { piece } from '../parts/piece.tsx';
import { withTexts } from '../words/words.ts';
import { type Fill, mayBeOwn, withFill } from './news/fills.ts';
import { tellInView } from './news/in-view.ts';

const OrderToast = piece(
  () => withTexts(import('./news/OrderToast.tsx'), 'order'),
  () => null,
);
const NONE: readonly Fill[] = [];

export function OrderNews() {
  const { account } = useMe();
  const [fills, setFills] = useState(NONE);
  const clear = useCallback(() => setFills(NONE), []);
  useEffect(tellInView, []);
  useEffect(
    () =>
      onEvent((event) => {
        if (account !== null && mayBeOwn(event, account)) setFills((before) => withFill(before, event));
      }),
    [account],
  );
  return fills.length > 0 && account !== null && <OrderToast {...{ fills, account }} onClose={clear} />;
}
