// The screen "Pools".
import { PageTitle } from '../../parts/PageTitle.tsx';

export default function Pools() {
  return <PageTitle title="Pools" />;
}
