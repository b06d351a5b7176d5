// A devnet that cannot be opened, as Millpond reports a store.

import { DevnetUnavailable } from '#devnet/chain/database';
import { StoreUnavailable } from '../../ports/store.ts';

/** Returns any other error unchanged. */
export const asStoreError = (error: unknown): unknown =>
  error instanceof DevnetUnavailable ? new StoreUnavailable(error.reason, error.message) : error;
