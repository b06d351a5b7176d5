// The screen "Pool".
import { PageTitle } from '../../parts/PageTitle.tsx';

export default function Pool() {
  return <PageTitle title="Pool" />;
}
