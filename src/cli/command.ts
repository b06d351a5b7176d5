// Types that the commands of the command line share.
import type { CopyTarget, Store } from '../ports/store.ts';
import type { Settings } from './settings.ts';

export type OpenStore = (
  settings: Settings,
  options: { readonly mustExist?: boolean; readonly mustWrite?: boolean; warn?(message: string): void },
) => Promise<Store>;
/** Lets the workers of this process write through it, if that is faster; returns a function that ends it. */
export type LendWriter = (settings: Settings) => () => Promise<void>;
export type OpenCopyTarget = (settings: Settings) => Promise<CopyTarget>;
/** Replaces the database file of an exchange. */
export type ReplaceFile = {
  /** Throws if another program has it open. */
  refuseOpen(path: string): void;
  replace(path: string, by: string): void;
};
export type Flags = {
  readonly demo: boolean;
  readonly account: string | undefined;
  readonly role: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly scopes: string | undefined;
  readonly uses: string | undefined;
  readonly hours: string | undefined;
  readonly balances: string | undefined;
  readonly note: string | undefined;
  readonly dryRun: boolean;
  readonly skipInvalid: boolean;
  readonly links: string | undefined;
  readonly check: boolean;
  readonly newLinks: boolean;
  readonly archive: string | undefined;
  readonly open: string | undefined;
  readonly pools: boolean;
  readonly fresh: boolean;
  readonly compare: string | undefined;
  readonly plain: boolean;
  readonly show: boolean;
  readonly oldWallet: string | undefined;
  readonly endpoint: string | undefined;
  readonly router: string | undefined;
  readonly pton: string | undefined;
};

/** A command was called in an invalid way; the message says how to call it. */
export class BadUsage extends Error {
  override name = 'BadUsage';
}
