// How the exchange is doing.
import { PageTitle } from '../../parts/PageTitle.tsx';

export function Health() {
  return <PageTitle title="Health" />;
}
