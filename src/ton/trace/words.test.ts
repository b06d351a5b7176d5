// The sentence that tells a user why a request failed.
import { expect, test } from 'vitest';
import { EXIT } from '#devnet/contracts/ops';
import type { FailureReason } from './watch.ts';
import { faultOf } from './words.ts';

test.each<{ reason: FailureReason; exitCode: number | null; words: RegExp }>([
  {
    reason: 'refunded',
    exitCode: EXIT.swapRefundExpired,
    words: /^the deadline had passed; what was offered came back$/,
  },
  { reason: 'refunded', exitCode: EXIT.bounceLowGas, words: /^too little TON was attached; / },
  { reason: 'refunded', exitCode: 0xdeadbeef, words: /^the contracts refused it \(exit code 0xdeadbeef\); / },
  { reason: 'refunded', exitCode: null, words: /^the contracts refused it; / },
  { reason: 'bounced', exitCode: 706, words: /^a wallet did not take the message \(exit code 706\); / },
  { reason: 'staged', exitCode: null, words: /taken back from the LP account$/ },
  { reason: 'stranded', exitCode: EXIT.swapOk, words: /an operator has to look at the transactions$/ },
])('failed as $reason with exit code $exitCode: the sentence matches $words', ({ reason, exitCode, words }) => {
  expect(faultOf(reason, exitCode).reason).toMatch(words);
});
