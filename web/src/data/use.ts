// Questions to the server as hooks: one entry of the cache for each call and input.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CallName, Calls, MillpondError } from '#client';
import { server, whenFollowing } from './server.ts';

export type UseCallOptions = {
  /** False while the input is not complete. */
  readonly enabled?: boolean;
  /** Shows the answer before, dimmed by who shows it, while the next is under way. */
  readonly keepsPrevious?: boolean;
};

type Ask = (input: unknown, options: { signal: AbortSignal }) => Promise<unknown>;

export function useCall<Name extends CallName>(
  name: Name,
  input: Calls[Name]['input'],
  { enabled = true, keepsPrevious = false }: UseCallOptions = {},
): UseQueryResult<Calls[Name]['output'], MillpondError> {
  return useQuery({
    queryKey: [name, input],
    queryFn: async ({ signal }) => {
      await whenFollowing();
      return (server[name] as unknown as Ask)(input, { signal }) as Promise<Calls[Name]['output']>;
    },
    enabled,
    ...(keepsPrevious && { placeholderData: (before: unknown) => before as never }),
  }) as UseQueryResult<Calls[Name]['output'], MillpondError>;
}
