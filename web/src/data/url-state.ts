// The URL as the state of a screen: what is chosen is in the query, what is the default is left out.
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The query of the URL over its defaults, and how to change some of it; no new entry of the history unless asked for. */
export function useUrlState<State extends Record<string, string>>(
  defaults: State,
): [State, (change: Partial<State>, options?: { push?: boolean }) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const state = useMemo(() => {
    const query = new URLSearchParams(search);
    return Object.fromEntries(
      Object.entries(defaults).map(([name, usual]) => [name, query.get(name) ?? usual]),
    ) as State;
  }, [search, defaults]);
  const change = useCallback(
    (next: Partial<State>, { push = false } = {}) => {
      // Of what is there now, since several changes may come in one turn.
      const query = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(next) as [string, string][]) {
        if (value === defaults[name]) query.delete(name);
        else query.set(name, value);
      }
      const text = query.toString();
      navigate(`${path}${text && `?${text}`}`, { replace: !push });
    },
    [path, navigate, defaults],
  );
  return [state, change];
}
