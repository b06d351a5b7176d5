// The error of a write under a lease that another process has taken over.
import { StoreUnavailable } from '../../ports/store.ts';

export class LeaseLost extends StoreUnavailable {
  constructor() {
    super('failed', 'another process has taken this task over');
  }
}
