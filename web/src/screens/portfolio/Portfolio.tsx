// The screen "Portfolio".
import { PageTitle } from '../../parts/PageTitle.tsx';

export default function Portfolio() {
  return <PageTitle title="Portfolio" />;
}
