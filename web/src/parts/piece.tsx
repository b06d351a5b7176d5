// A part of the page that is loaded when first shown; a failure is reported, and the load retried as soon as the server answers.
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { t } from '../words/words.ts';
import { Button } from './Button.tsx';
import { useHold } from './hold.tsx';
import { Notice } from './Notice.tsx';

type State = 'loading' | 'away' | 'gone';
type Frame<Props> = (notice: ReactNode, props: Props) => ReactNode;

const AGAIN_MS = 2000;

/** `frame` wraps the notice that is shown if loading fails. */
export function piece<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  frame: Frame<Props> = (notice) => notice,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each import, as React's own lazy is
  return function Piece(props: Props) {
    const [, setLoaded] = useState(Loaded !== null);
    const [state, setState] = useState<State>('loading');
    const attempt = useCallback(async (isAgain: boolean) => {
      if (isAgain && !(await answers())) return;
      try {
        const { default: loaded } = await load();
        await loadStylesAgain();
        Loaded = loaded;
        setLoaded(true);
      } catch {
        setState((await answers()) ? renewed() : 'away');
      }
    }, []);
    useEffect(() => {
      if (Loaded === null) attempt(false);
    }, [attempt]);
    useEffect(() => {
      if (state !== 'away') return;
      const timer = setInterval(() => Loaded === null && attempt(true), AGAIN_MS);
      return () => clearInterval(timer);
    }, [state, attempt]);
    useHold(Loaded === null && state === 'loading');
    if (Loaded !== null) return <Loaded {...props} />;
    if (state === 'loading') return null;
    return frame(<NotLoaded state={state} onAgain={() => attempt(true)} />, props);
  };
}

/** Preloads a piece when the browser is idle, so that keys pressed right after it is opened are not lost. */
export function useLoadedEarly(load: () => Promise<unknown>): void {
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return;
    const idle = requestIdleCallback(() => load().catch(() => {}));
    return () => cancelIdleCallback(idle);
  }, [load]);
}

function NotLoaded({ state, onAgain }: { readonly state: State; onAgain(): void }) {
  const isAway = state === 'away';
  return (
    <Notice tone="wheat" title={t('parts.piece.failed')}>
      <p>{t(isAway ? 'parts.piece.away' : 'parts.piece.gone')}</p>
      <p>
        <Button onClick={isAway ? onAgain : () => location.reload()}>
          {t(isAway ? 'parts.again' : 'parts.reload')}
        </Button>
      </p>
    </Notice>
  );
}

/** Stylesheets that could not be loaded, with any piece: the bundler's own loader tries each only once. */
const failedStyles = new Set<HTMLLinkElement>();
window.addEventListener(
  'error',
  ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && failedStyles.add(target),
  { capture: true },
);

const loadStylesAgain = () => Promise.all([...failedStyles].map(loadAgain));

const loadAgain = (failed: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    failedStyles.delete(failed);
    const link = failed.cloneNode() as HTMLLinkElement;
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    failed.replaceWith(link);
  });

const answers = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The server may have a newer page whose files have other names: reload, but only once per address, or it might loop. */
function renewed(): State {
  if (history.state?.isReloaded) return 'gone';
  history.replaceState({ isReloaded: true }, '');
  location.reload();
  return 'loading';
}
