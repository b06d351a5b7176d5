// Asking again for what is old, and for what may be old when it comes.
import type { Query } from '@tanstack/react-query';
import { queries } from './server.ts';

/** Resolves when all of it is answered. */
export async function renew(isOld: (query: Query) => boolean = () => true): Promise<void> {
  const first = queries.getQueryCache().findAll({ predicate: (query) => isOld(query) && isAskedFirst(query) });
  await Promise.all([queries.invalidateQueries({ predicate: isOld }), ...first.map(askTwice)]);
}

const isAskedFirst = ({ state }: Query): boolean => state.data === undefined && state.fetchStatus !== 'idle';

/** A first answer under way is not given up by an invalidation, and would count as new although it may have been made before. */
async function askTwice(query: Query): Promise<void> {
  await query.promise?.catch(() => {});
  await queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
}
