// The PostgreSQL store fulfils the contract of every store: records beside the journal: people, keys, sessions.
import { contractOnPostgres } from '../../../test/store-contract/on-postgres.ts';

contractOnPostgres('access');
