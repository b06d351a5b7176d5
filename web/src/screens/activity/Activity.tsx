// The screen "Activity".
import { PageTitle } from '../../parts/PageTitle.tsx';

export default function Activity() {
  return <PageTitle title="Activity" />;
}
