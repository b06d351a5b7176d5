// The virtual module that `web/catalogues.ts` compiles from the folders in this directory.
declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core';

  type Loaders = Readonly<Record<string, () => Promise<{ readonly default: Messages }>>>;
  export const load: Loaders;
  /** Texts that only some screens need. */
  export const loadPart: Readonly<Record<'books' | 'operator' | 'order' | 'proof' | 'trading', Loaders>>;
}
