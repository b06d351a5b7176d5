// A flood of passkeys to verify: only so many wait, the others are refused, and later ones are verified again.
import { expect, onTestFinished, test } from 'vitest';
import { Authenticator } from '../../../test/people/authenticator.ts';
import { Overloaded } from '../../ports/venue.ts';
import { MOST_WAITING, Verifier } from './verifier.ts';

test('MOST_WAITING passkeys wait to be verified, further ones are refused, and later ones are verified again', async () => {
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
