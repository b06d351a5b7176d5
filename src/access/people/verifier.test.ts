// A flood of passkeys: some are refused at once, none waits for long, and the next one is verified as ever.
import { expect, onTestFinished, test } from 'vitest';
import { Authenticator } from '../../../test/people/authenticator.ts';
import { Overloaded } from '../../ports/venue.ts';
import { MOST_WAITING, Verifier } from './verifier.ts';

test('no more passkeys wait to be verified than so many', async () => {
  const verifier = new Verifier();
  onTestFinished(() => verifier.close());
  const expected = { challenge: 'AQIDBA', rpId: 'pond.example', origins: ['https://pond.example'] };
  const { transports: _, ...made } = new Authenticator().create({ ...expected, origin: 'https://pond.example' });
  const register = () => verifier.register({ ...expected, ...made });
  const answers = await Promise.allSettled(Array.from({ length: 3 * MOST_WAITING }, register));
  const refused = answers.filter((each) => each.status === 'rejected' && each.reason instanceof Overloaded);
  expect(refused).toHaveLength(2 * MOST_WAITING);
  expect(answers.filter((each) => each.status === 'fulfilled' && 'publicKey' in each.value)).toHaveLength(MOST_WAITING);
  expect(await register()).toHaveProperty('publicKey');
});
