// What the thread that observes the journal says by itself.
import type { HookNotice } from './hooks-thread.ts';
import type { ProjectorNotice } from './projector.ts';

/** An order was seen that somebody placed. */
type OrderNotice = { readonly placed: number };
export type Notice = HookNotice | ProjectorNotice | OrderNotice;
/** Where the journal was seen. */
export type HeadNotice = { readonly head: number };
