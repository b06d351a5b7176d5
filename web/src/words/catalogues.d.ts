// What `web/catalogues.ts` makes of the folders beside this file.
declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core';
  export const load: Readonly<Record<string, () => Promise<{ readonly default: Messages }>>>;
}
