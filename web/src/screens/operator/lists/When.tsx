// A moment to the second, in the reader's language and zone; as logs have it under the pointer.
import { moment } from '../../../words/ago.ts';

export const When = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={at}>
    {moment(Date.parse(at))}
  </time>
);
