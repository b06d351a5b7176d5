// The SQLite store fulfils the contract of every store: records beside the journal: people, keys, sessions.
import { contractOnSqlite } from '../../../test/store-contract/on-sqlite.ts';

contractOnSqlite('access');
