// Describes an expected failure of a command in one line that says what to do.
import { OutcomeUnknown, StoreUnavailable } from '../ports/store.ts';
import { BadUsage } from './command.ts';
import { didYouMean } from './did-you-mean.ts';
import { BadSetting } from './settings.ts';

type Listening = { readonly code?: string; readonly address?: string; readonly port?: number };

/** The message for an expected failure; undefined for any other error, which is a bug. */
export function failureWords(error: unknown, flags: readonly string[]): string | undefined {
  const { message } = error as Error;
  if ([BadSetting, BadUsage, StoreUnavailable, OutcomeUnknown].some((kind) => error instanceof kind)) return message;
  const { code, address, port } = error as Listening;
  const place = address === undefined ? `port ${port}` : `${address}:${port}`;
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return unknownFlag(/'(-[^']*)'/.exec(message)?.[1] ?? message, flags);
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return message;
    case 'EADDRINUSE':
      return `${place} is in use by another Millpond or another program: stop it, or choose another port with --port or PORT (for metrics: --metrics-port or METRICS_PORT)`;
    case 'EACCES':
      return `this user may not listen on ${place}: choose a port of 1024 or above with --port`;
    case 'EADDRNOTAVAIL':
      return `${place}: no interface of this machine has that address: choose another with --host`;
    default:
      return undefined;
  }
}

function unknownFlag(flag: string, flags: readonly string[]): string {
  const known = flags.map((name) => `--${name}`);
  return `there is no flag ${flag}${didYouMean(flag, known) || '; see millpond --help'}`;
}
