// Buttons to claim test tokens, if the exchange has a faucet.
import type { Calls } from '#client';
import { isOpen } from '../../data/press/press.ts';
import { usePress } from '../../data/press/use-press.ts';
import { useCall } from '../../data/use.ts';
import { written } from '../../exact/figures.ts';
import { Button } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { pressWords } from '../../parts/press-words.ts';
import { words } from '../../words/errors.ts';
import { t } from '../../words/words.ts';
import styles from './faucet.module.css';

type Offer = Calls['getFaucet']['output']['offers'][number];

/** `token`: offer only this one. */
export default function Faucet({ token }: { readonly token?: string }) {
  const { data } = useCall('getFaucet', {});
  const offers = data?.offers.filter((offer) => token === undefined || offer.token.address === token) ?? [];
  if (offers.length === 0) return null;
  return (
    <section className={styles.faucet} aria-label={t('faucet.title')}>
      {token === undefined && <h3>{t('faucet.title')}</h3>}
      {offers.map((offer) => (
        <Claim key={offer.token.address} offer={offer} />
      ))}
    </section>
  );
}

function Claim({ offer: { token, amount, spent } }: { readonly offer: Offer }) {
  const { state, press } = usePress('claimFaucet', token.address);
  const what = { amount: written(String(amount)), symbol: token.symbol };
  const refused = state.kind === 'refused' || state.kind === 'unknown' ? state.failure : null;
  return (
    <div>
      <Button disabled={spent !== null || isOpen(state)} onClick={() => press({ token: token.address })}>
        {pressWords(state) ?? t('faucet.claim', what)}
      </Button>
      <p role="status">
        {state.kind === 'done' ? t('faucet.claimed', what) : spent === null ? '' : t(`faucet.spent.${spent}`)}
      </p>
      {refused && <Notice tone="oxide">{words(refused).body}</Notice>}
    </div>
  );
}
