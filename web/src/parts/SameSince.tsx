// For a press whose answer was lost: tells whether the account's activity contains the same change since then.
import { Link } from 'wouter';
import type { Calls } from '#client';
import { useCall } from '../data/use.ts';
import { T } from '../words/T.tsx';
import { t } from '../words/words.ts';
import { type Like, sameSince } from './same-since.ts';

const KINDS = {
  createSwap: 'swap',
  provideLiquidity: 'provide',
  refundLiquidity: 'refund',
  createTransfer: 'transfer',
  createOrder: 'placeOrder',
} as const;

export function SameSince({
  call,
  head,
  like,
}: {
  readonly call: keyof typeof KINDS;
  readonly head: number;
  readonly like: Like;
}) {
  const input: Calls['getActivity']['input'] = { kind: KINDS[call], limit: 200 };
  const { data } = useCall('getActivity', input);
  const same = data && sameSince(data, head, like);
  if (same === undefined || same === null) return null;
  if (same === 'none') return `${t('parts.press.none')} `;
  return (
    <>
      <T id="parts.press.same" values={{ number: same }} components={{ link: <Link href={`/tx/${same}`} /> }} />{' '}
    </>
  );
}
