// Messages that the observer's thread sends without being asked.
import type { HookNotice } from './hooks-thread.ts';
import type { ProjectorNotice } from './projector.ts';

/** Sent when an order was placed, with its number. */
type OrderNotice = { readonly placed: number };
export type Notice = HookNotice | ProjectorNotice | OrderNotice;
/** Sent when the journal's head has changed, with its last sequence. */
export type HeadNotice = { readonly head: number };
