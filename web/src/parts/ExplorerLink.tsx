// A link to the transaction in a block explorer, if the exchange has one configured.
import { useCall } from '../data/use.ts';
import { t } from '../words/words.ts';

export function ExplorerLink({ hash }: { readonly hash: string | undefined }) {
  const explorer = useCall('whoami', {}).data?.explorer ?? null;
  if (hash === undefined || explorer === null || !/^https?:\/\//.test(explorer)) return null;
  return (
    <a href={explorer.replace('{hash}', hash)} target="_blank" rel="noopener">
      {t('chain.hash.open')}
    </a>
  );
}
