// The PostgreSQL store fulfils the contract of every store: damage, copies and upgrades.
import { contractOnPostgres } from '../../../test/store-contract/on-postgres.ts';

contractOnPostgres('versions');
