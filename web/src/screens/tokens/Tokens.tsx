// The screen "Tokens".
import { PageTitle } from '../../parts/PageTitle.tsx';

export default function Tokens() {
  return <PageTitle title="Tokens" />;
}
