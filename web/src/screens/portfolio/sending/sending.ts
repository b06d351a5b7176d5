// State and actions of sending: the form, whether the recipient's account exists, and the press of the button.
import { useEffect, useState } from 'react';
import type { Calls } from '#client';
import { useMe } from '../../../data/account.ts';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { useCall } from '../../../data/use.ts';
import { readAmount, unitsOf } from '../../../exact/amount.ts';
import { language } from '../../../words/words.ts';
import { useSendables } from './sendable.ts';

export type SendInput = Calls['createTransfer']['input'];
export type SendValues = {
  readonly token: string;
  readonly to: string;
  readonly amount: string;
  readonly memo: string;
  readonly create: boolean;
};

export const MOST_MEMO = 128;
/** Account names that the server accepts. */
const NAME = /^\S{1,128}$/u;

export function useSending(token: string) {
  const { account } = useMe();
  const [form, setForm] = useState<SendValues>({ token, to: '', amount: '', memo: '', create: false });
  const { items, isKnown } = useSendables();
  const sent = items.find(({ address }) => address === form.token) ?? (form.token === '' ? items[0] : undefined);
  const to = form.to.trim();
  const isName = NAME.test(to);
  const isOwn = to !== '' && to === account;
  const check = useCall('checkAccount', { account: to }, { enabled: isName && !isOwn });
  const checked = isName && !isOwn ? check.data : undefined;
  const reading = readAmount(form.amount, sent?.decimals ?? 0, language());
  const isTooMuch =
    reading.kind === 'amount' && sent !== undefined && reading.units > unitsOf(sent.balance, sent.decimals);
  const memo = form.memo.trim();
  const pressing = usePress('createTransfer', account ?? '');
  const isDone = pressing.state.kind === 'done';
  // Clears the amount once it is sent, so that nobody sends it twice by mistake.
  useEffect(() => {
    if (isDone) setForm((was) => ({ ...was, amount: '', memo: '', create: false }));
  }, [isDone]);
  const isReady =
    checked !== undefined &&
    (checked.known || form.create) &&
    reading.kind === 'amount' &&
    reading.units > 0n &&
    !isTooMuch &&
    [...memo].length <= MOST_MEMO;
  const input: SendInput | null =
    isReady && sent
      ? {
          token: sent.address,
          to,
          amount: reading.text,
          ...(memo !== '' && { memo }),
          ...(!checked.known && { create: true }),
        }
      : null;
  return {
    ...{ account, form, items, isKnown, sent, to, isName, isOwn, checked, reading, isTooMuch, input, pressing },
    choose(change: Partial<SendValues>) {
      if (isOpen(pressing.state)) return;
      pressing.clear();
      setForm((was) => ({ ...was, ...('to' in change && { create: false }), ...change }));
    },
  };
}

export type Sending = ReturnType<typeof useSending>;
