// The screen "Transaction".
import { PageTitle } from '../../parts/PageTitle.tsx';

export default function Transaction() {
  return <PageTitle title="Transaction" />;
}
