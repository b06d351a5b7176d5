// What `web/catalogues.ts` makes of the folders beside this file.
declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core';

  type Loaders = Readonly<Record<string, () => Promise<{ readonly default: Messages }>>>;
  export const load: Loaders;
  /** What the screens of operators say in addition. */
  export const loadForOperators: Loaders;
}
