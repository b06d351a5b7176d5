// The screen "Token".
import { PageTitle } from '../../parts/PageTitle.tsx';

export default function Token() {
  return <PageTitle title="Token" />;
}
