// Refetches outdated answers, and repeats first requests under way, whose answers may be outdated when they arrive.
import type { Query } from '@tanstack/react-query';
import { queries } from './server.ts';

/** Refetches the queries that `isOld` selects; resolves when all of them are answered. */
export async function renew(isOld: (query: Query) => boolean = () => true): Promise<void> {
  const first = queries.getQueryCache().findAll({ predicate: (query) => isOld(query) && isAskedFirst(query) });
  await Promise.all([queries.invalidateQueries({ predicate: isOld }), ...first.map(askTwice)]);
}

const isAskedFirst = ({ state }: Query): boolean => state.data === undefined && state.fetchStatus !== 'idle';

/** Invalidating does not cancel a query's first request; its answer would count as fresh although it may predate the change. */
async function askTwice(query: Query): Promise<void> {
  await query.promise?.catch(() => {});
  await queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
}
