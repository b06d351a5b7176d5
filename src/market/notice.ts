// Messages that the observer's thread sends without being asked.
import type { RecorderNotice } from '../public-log/recorder.ts';
import type { WitnessNotice } from '../public-log/witnesses.ts';
import type { HookNotice } from './hooks-thread.ts';
import type { ProjectorNotice } from './projector.ts';

/** Sent when an order was placed, with its number. */
type OrderNotice = { readonly placed: number };
/** Sent if the last checkpoint cannot be kept beside the key, with the reason. */
type UnkeptNotice = { readonly unkept: string };
export type Notice = HookNotice | ProjectorNotice | OrderNotice | RecorderNotice | UnkeptNotice | WitnessNotice;
/** Sent when the journal's head has changed, with its last sequence. */
export type HeadNotice = { readonly head: number };
