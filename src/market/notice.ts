// What the thread that observes the journal says by itself.
import type { HookNotice } from './hooks-thread.ts';
import type { ProjectorNotice } from './projector.ts';

export type Notice = HookNotice | ProjectorNotice;
/** Where the journal was seen. */
export type HeadNotice = { readonly head: number };
