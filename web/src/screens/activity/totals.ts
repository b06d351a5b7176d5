// What a filter comes to. One's own follows the journal; everyone's is counted when asked for, since all of the journal is read for it.
import { useQuery } from '@tanstack/react-query';
import { server } from '../../data/server.ts';
import type { Asked } from './filter.ts';

export function useTotals(asked: Asked) {
  return useQuery({
    // Events make old what goes by the name of a call.
    queryKey: [asked.all === undefined ? 'getActivityTotals' : 'totalsOfEveryone', asked],
    queryFn: ({ signal }) => server.getActivityTotals(asked, { signal }),
    placeholderData: (before) => before,
  });
}
