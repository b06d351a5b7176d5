// Messages that the observer's thread sends without being asked.
import type { HookNotice } from './hooks-thread.ts';
import type { ProjectorNotice } from './projector.ts';

/** An order was placed. */
type OrderNotice = { readonly placed: number };
export type Notice = HookNotice | ProjectorNotice | OrderNotice;
/** The journal's head. */
export type HeadNotice = { readonly head: number };
