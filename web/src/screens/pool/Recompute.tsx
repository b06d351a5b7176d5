// Explains how to recompute a pool's address, and does it in the browser.

import { useEffect, useState } from 'react';
import type { PoolStats } from '../../data/pools.ts';
import { useCall } from '../../data/use.ts';
import { derivedAddress, poolParts } from '../../market/figures/derived.ts';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import styles from './pool.module.css';

export function Recompute({ stats: { jetton0, jetton1, poolAddress } }: { readonly stats: PoolStats }) {
  const { data } = useCall('getRouterData', {});
  const factory = data?.factoryAddress;
  const [found, setFound] = useState<string | null>(null);
  useEffect(() => {
    // Browsers offer `crypto.subtle` only over HTTPS or from localhost.
    if (factory === undefined || crypto.subtle === undefined) return;
    let isGone = false;
    derivedAddress(poolParts(factory, jetton0, jetton1)).then((address) => isGone || setFound(address));
    return () => {
      isGone = true;
    };
  }, [factory, jetton0, jetton1]);
  if (factory === undefined) return null;
  return (
    <details className={styles.recompute}>
      <summary>{t('pool.derive')}</summary>
      <p>
        <T id="pool.derive.text" components={{ code: <code /> }} />
      </p>
      <pre className={styles.code}>
        {"printf '%s\\n%s\\n%s\\n%s\\n%s' \\\n"}
        {poolParts(factory, jetton0, jetton1)
          .map((part) => `  '${part.replaceAll("'", `'\\''`)}'`)
          .join(' \\\n')}
        {' \\\n  | sha256sum'}
      </pre>
      {found !== null && (
        <p role="status">
          {found === poolAddress ? t('pool.derive.same') : t('pool.derive.different', { address: found })}
        </p>
      )}
    </details>
  );
}
