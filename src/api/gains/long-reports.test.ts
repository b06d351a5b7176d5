// One long report a minute and account; short ones as often as one likes.
import { expect, test } from 'vitest';
import type { Account } from '../../core/amount.ts';
import { LONG, LongReports } from './long-reports.ts';

const [ann, bob] = ['ann' as Account, 'bob' as Account];
const LIMITED = expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 60 });
const thrown = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
};

test('short reports never wait', () => {
  const reports = new LongReports();
  for (let at = 0; at < 5; at += 1) {
    const report = reports.begin(ann, 0);
    report.count(LONG);
    report.end(0);
  }
});

test('after a long one the account waits a minute, and others do not', () => {
  const reports = new LongReports();
  const report = reports.begin(ann, 0);
  report.count(LONG);
  report.count(1);
  expect(thrown(() => reports.begin(ann, 0))).toEqual(LIMITED);
  reports.begin(bob, 0);
  report.end(5000);
  expect(thrown(() => reports.begin(ann, 5000))).toEqual(LIMITED);
  expect(thrown(() => reports.begin(ann, 64_999))).toMatchObject({ retryAfterSeconds: 1 });
  reports.begin(ann, 65_000);
});

test('of two that begin at once, the second to become long is refused', () => {
  const reports = new LongReports();
  const [one, other] = [reports.begin(ann, 0), reports.begin(ann, 0)];
  other.count(LONG);
  one.count(LONG + 1);
  expect(thrown(() => other.count(1))).toEqual(LIMITED);
  // The refused one does not end the turn of the other.
  other.end(0);
  expect(thrown(() => reports.begin(ann, 0))).toEqual(LIMITED);
  one.count(1);
});
