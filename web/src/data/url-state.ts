// Keeps a screen's state in the URL's query; defaults are left out.
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The query merged over the defaults, and a function to change it; replaces the history entry unless `push` is set. */
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
      // Starts from the current URL, not the rendered one, since several changes may come before the next render.
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
