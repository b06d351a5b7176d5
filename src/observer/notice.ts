// Messages that the observer's thread sends without being asked.

import type { ProjectorNotice } from '../market/projector.ts';
import type { RecorderNotice } from '../transparency/log/recorder.ts';
import type { WitnessNotice } from '../transparency/log/witnesses.ts';
import type { HookNotice } from './hooks.ts';

/** Sent when an order was placed, with its number. */
type OrderNotice = { readonly placed: number };
/** Sent if the last checkpoint cannot be kept beside the key, with the reason. */
type UnkeptNotice = { readonly unkept: string };
export type ObserverNotice = HookNotice | ProjectorNotice | OrderNotice | RecorderNotice | UnkeptNotice | WitnessNotice;
/** Sent when the journal's head has changed, with its last sequence. */
export type HeadNotice = { readonly head: number };
