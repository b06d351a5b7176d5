// The public events, page by page.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { counted } from './charts.ts';
import { EventsRecord, events } from './events.ts';
import { Digits, Fields, MAX_SEQUENCE } from './fields.ts';
import { Count, OrNull } from './records.ts';

const MAX_EVENTS = 1000;
const Sequence = (description: string, example: number) =>
  Type.Optional(Digits(description, example, [0, MAX_SEQUENCE]));

export const getEvents = declareQuery({
  name: 'getEvents',
  ...counted,
  summary: 'Public events, page by page',
  description:
    'What `/events` streams to everybody, oldest first. Repeat with `after` = `nextAfter` until that is `head`; a page may be empty and still move on. If `head` is below `after`, the journal was rolled back.',
  input: Fields({
    after: Sequence('Only later events. Default 0: all.', 0),
    to: Sequence('Only events up to this journal sequence.', 42),
    limit: Type.Optional(Digits(`Events per page, 1 to ${MAX_EVENTS}. Default 100.`, 100, [1, MAX_EVENTS])),
    kinds: events.input.properties.kinds,
    pools: events.input.properties.pools,
  }),
  output: Type.Object({
    events: Type.Array(EventsRecord, { description: 'The items of this page.' }),
    nextAfter: Count('Pass it as `after` for the next page.', 42),
    head: Count('Last sequence of the journal.', 42),
    headAt: OrNull(Type.String({ format: 'date-time' }), 'Its time; null without one.', '2026-11-15T12:00:00.000Z'),
  }),
  weight: 5,
});
