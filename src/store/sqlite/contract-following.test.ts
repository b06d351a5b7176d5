// The SQLite store fulfils the contract of every store: queries and everything that follows the journal.
import { contractOnSqlite } from '../../../test/store-contract/on-sqlite.ts';

contractOnSqlite('following');
