// Makes the opening deposits of people who accepted an invitation, if a crash or a refusal prevented them.
import type { Logger } from 'pino';
import type { People } from '../../access/people/people.ts';

/** Interval of the attempts: other nodes may crash, and deposits that are refused now may be accepted later. */
const DUE_EVERY_MS = 60_000;

/** Makes missing deposits now and at intervals, until the returned function is called. */
export function finishOpeningBalances(people: People, logger: Logger): () => void {
  let told = '';
  const tell = (message: string) => {
    if (message !== '' && message !== told) logger.warn(message);
    told = message;
  };
  const finish = () =>
    people.finishDue().then(
      (isDone) => tell(isDone ? '' : 'some opening balances of invitations cannot be deposited yet'),
      (error: Error) => tell(`opening balances of invitations cannot be looked up right now: ${error.message}`),
    );
  finish();
  const timer = setInterval(finish, DUE_EVERY_MS).unref();
  return () => clearInterval(timer);
}
