// The screen "Operator".
import { PageTitle } from '../../parts/PageTitle.tsx';

export default function Operator() {
  return <PageTitle title="Operator" />;
}
