// Questions to the server as hooks: one entry of the cache for each call and input.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CallName, CallOptions, Calls, MillpondError } from '#client';
import { putOff } from './put-off.ts';
import { server, whenFollowing } from './server.ts';

type UseCallOptions = {
  /** False while the input is not complete. */
  readonly enabled?: boolean;
  /** Shows the answer before, dimmed by who shows it, while the next is under way. */
  readonly keepsPrevious?: boolean;
  /** Asks again so often, for what changes with time alone. */
  readonly everyMs?: number;
};

type Ask = (input: unknown, options: CallOptions) => Promise<unknown>;

/** Once the journal is followed, so that no change after the answer is missed; says so while the answer is put off. */
export async function askFor<Name extends CallName>(
  name: Name,
  input: Calls[Name]['input'],
  signal?: AbortSignal,
): Promise<Calls[Name]['output']> {
  await whenFollowing();
  try {
    const options = {
      ...(signal && { signal }),
      onRetry: (_: number, cause: MillpondError) => putOff(name, cause.code),
    };
    return (await (server[name] as unknown as Ask)(input, options)) as Calls[Name]['output'];
  } finally {
    putOff(name, null);
  }
}

export function useCall<Name extends CallName>(
  name: Name,
  input: Calls[Name]['input'],
  { enabled = true, keepsPrevious = false, everyMs }: UseCallOptions = {},
): UseQueryResult<Calls[Name]['output'], MillpondError> {
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => askFor(name, input, signal),
    enabled,
    refetchInterval: everyMs ?? false,
    ...(keepsPrevious && { placeholderData: (before: unknown) => before as never }),
  }) as UseQueryResult<Calls[Name]['output'], MillpondError>;
}
