// The SQLite store fulfils the contract of every store: damage, copies and upgrades.
import { contractOnSqlite } from '../../../test/store-contract/on-sqlite.ts';

contractOnSqlite('versions');
