// The screen "Swap".
import { PageTitle } from '../../parts/PageTitle.tsx';

export default function Swap() {
  return <PageTitle title="Swap" />;
}
