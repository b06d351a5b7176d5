// A moment as operators compare it with their logs: date and time to the second, in their own zone.
const FORMAT = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });

export const When = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={at}>
    {FORMAT.format(new Date(at))}
  </time>
);
