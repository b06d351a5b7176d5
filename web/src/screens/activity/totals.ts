// A filter's totals. The account's own are kept current by events; everyone's are computed on request, since that reads the whole journal.
import { useQuery } from '@tanstack/react-query';
import { server } from '../../data/server.ts';
import type { ActivityQuery } from './filter.ts';

export function useTotals(asked: ActivityQuery) {
  return useQuery({
    // Events invalidate only queries that are named after a call.
    queryKey: [asked.all === undefined ? 'getActivityTotals' : 'totalsOfEveryone', asked],
    queryFn: ({ signal }) => server.getActivityTotals(asked, { signal }),
    placeholderData: (before) => before,
  });
}
