// What one is told who wants to write under a fence that has passed to another.
import { StoreUnavailable } from '../../ports/store.ts';

export class PassedOn extends StoreUnavailable {
  constructor() {
    super('failed', 'another process has taken this task over');
  }
}
