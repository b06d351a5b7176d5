// A time to the second in the user's language and time zone, with its ISO form as title.
import { moment } from '../../../words/ago.ts';

export const When = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={at}>
    {moment(Date.parse(at))}
  </time>
);
