// What `web/catalogues.ts` makes of the folders beside this file.
declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core';

  type Loaders = Readonly<Record<string, () => Promise<{ readonly default: Messages }>>>;
  export const load: Loaders;
  /** Texts that only some screens need: of operators, and of orders. */
  export const loadPart: Readonly<Record<'operator' | 'order', Loaders>>;
}
