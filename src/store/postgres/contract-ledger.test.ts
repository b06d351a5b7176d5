// The PostgreSQL store fulfils the contract of every store: commits, reads and waiting orders.
import { contractOnPostgres } from '../../../test/store-contract/on-postgres.ts';

contractOnPostgres('ledger');
