// Calls to the server as hooks: one cache entry per call and input.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CallName, CallOptions, Calls, MillpondError } from '#client';
import { putOff } from './put-off.ts';
import { server, whenFollowing } from './server.ts';

type UseCallOptions = {
  /** False while the input is not complete. */
  readonly enabled?: boolean;
  /** Keeps showing the previous answer (the component dims it) while the next one loads. */
  readonly keepsPrevious?: boolean;
  /** Refetch interval for answers that change with time alone. */
  readonly everyMs?: number;
};

type Ask = (input: unknown, options: CallOptions) => Promise<unknown>;

/** Waits until the event stream is followed, so that no later change is missed; reports retries to `putOff`. */
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
