// The PostgreSQL store fulfils the contract of every store: queries and everything that follows the journal.
import { contractOnPostgres } from '../../../test/store-contract/on-postgres.ts';

contractOnPostgres('following');
