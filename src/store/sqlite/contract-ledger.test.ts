// The SQLite store fulfils the contract of every store: commits, reads and waiting orders.
import { contractOnSqlite } from '../../../test/store-contract/on-sqlite.ts';

contractOnSqlite('ledger');
