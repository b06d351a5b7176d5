// The route of a swap over several pools: from token to token, with each path's share if it is split.
import { type Tokens, tokenOf } from '../../../data/tokens.ts';
import { divide, percent } from '../../../exact/figures.ts';
import { Pebble } from '../../../parts/Pebble.tsx';
import type { Quote } from '../panel/prepared-swap.ts';
import { pathsOf } from './paths.ts';
import styles from './route.module.css';

export function RouteDrawing({ quote, tokens }: { readonly quote: Quote; readonly tokens: Tokens }) {
  const paths = pathsOf(quote);
  return (
    <ul className={styles.paths}>
      {paths.map(({ hops, share }) => (
        <li key={hops.map(({ poolAddress }) => poolAddress).join()} className={styles.path}>
          {paths.length > 1 && <span className={styles.share}>{percent(divide(String(share), '10000', 4))}</span>}
          {[hops[0]?.tokenA ?? '', ...hops.map(({ tokenB }) => tokenB)].map((address, index) => {
            const token = tokenOf(tokens, address);
            return (
              <span key={address} className={styles.stop}>
                {index > 0 && <span className={styles.flow} aria-hidden="true" />}
                <Pebble address={address} symbol={token.symbol} size={22} />
                {token.symbol}
              </span>
            );
          })}
        </li>
      ))}
    </ul>
  );
}
