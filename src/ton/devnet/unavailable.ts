// Turns the error of a devnet that cannot be opened into that of a store that cannot be opened.

import { DevnetUnavailable } from '#devnet/chain/database';
import { StoreUnavailable } from '../../ports/store.ts';

/** Returns any other error unchanged. */
export const asStoreError = (error: unknown): unknown =>
  error instanceof DevnetUnavailable ? new StoreUnavailable(error.reason, error.message) : error;
