// A relative time such as "5 minutes ago", with the exact time as its title.
import { useNow } from '../data/now.ts';
import { ago, moment } from '../words/ago.ts';

export function Ago({ at }: { readonly at: string }) {
  const now = useNow(5000);
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={moment(ms)}>
      {ago(ms, Math.max(now, Date.now() - 5000))}
    </time>
  );
}
