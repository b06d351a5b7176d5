// Types that the commands of the command line share.
import type { CopyTarget, Store } from '../ports/store.ts';
import type { Settings } from './settings.ts';

export type OpenStore = (
  settings: Settings,
  options: {
    readonly mustExist?: boolean;
    readonly mustWrite?: boolean;
    /** Refuses a database that allows only one server and has it already. */
    readonly isServer?: boolean;
    warn?(message: string): void;
  },
) => Promise<Store>;
export type OpenCopyTarget = (settings: Settings) => Promise<CopyTarget>;
/** Flags of commands that take a value. */
export const WORD_FLAGS = [
  'account',
  'role',
  'from',
  'to',
  'url',
  'key',
  'scopes',
  'links',
  'uses',
  'hours',
  'balances',
  'note',
  'compare',
  'endpoint',
  'router',
  'pton',
  'state',
  'every',
  'silence',
  'alarm',
  'against',
  'listen',
  'cosignKey',
  'cosignName',
  'cosignedBy',
  'checkpoint',
  'node',
  'verify',
  'seed',
] as const;
/** Flags of commands that take no value. */
export const SWITCHES = [
  'demo',
  'check',
  'newLinks',
  'fresh',
  'plain',
  'show',
  'once',
  'full',
  'publish',
  'yes',
] as const;
export type Flags = { readonly [name in (typeof WORD_FLAGS)[number]]: string | undefined } & {
  readonly [name in (typeof SWITCHES)[number]]: boolean;
};

/** A command was called in an invalid way; the message says how to call it. */
export class BadUsage extends Error {
  override name = 'BadUsage';
}
