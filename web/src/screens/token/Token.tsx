// The screen "Token": one token by its address.

import { useParams } from 'wouter';
import { useQuoteInput } from '../../data/quote-choice.ts';
import { useCall } from '../../data/use.ts';
import { A_MINUTE } from '../../market/chart/windows.ts';
import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { useHold } from '../../parts/hold.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { t } from '../../words/words.ts';
import { NoSuch } from '../not-found/NoSuch.tsx';
import { TokenView } from './TokenView.tsx';

export default function Token() {
  const { address = '' } = useParams();
  const quote = useQuoteInput();
  const { data, error, refetch } = useCall(
    'getMarket',
    { list: 'tokens', search: address, limit: 200, ...quote },
    { enabled: quote !== null, everyMs: A_MINUTE },
  );
  useHold(!data && !error);
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <>
        <PageTitle title={t('tokens.token')} />
        <Skeleton lines={9} height={64} />
      </>
    );
  }
  // The URL may have another of TON's formats of the address than the server: a single result is then the token.
  const found = data.tokens ?? [];
  const token = found.find((each) => each.address === address) ?? (found.length === 1 ? found[0] : undefined);
  if (token) return <TokenView token={token} quoteToken={data.quoteToken} />;
  return <NoSuch of="token" address={address} />;
}
