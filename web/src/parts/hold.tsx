// Shows a screen once its first data is there, so that nothing arriving later moves what the reader already looks at.
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLiveState } from '../data/live/live.ts';
import { language, t } from '../words/words.ts';
import styles from './hold.module.css';

type Hold = (id: string, isWaiting: boolean) => void;
const HoldContext = createContext<Hold>(() => {});

/** Keeps the screen hidden while a part that takes up space is still loading. */
export function useHold(isWaiting: boolean): void {
  const hold = useContext(HoldContext);
  const id = useId();
  useLayoutEffect(() => {
    hold(id, isWaiting);
    return () => hold(id, false);
  }, [hold, id, isWaiting]);
}

/** Waits for the web fonts, which change the length of every line. */
let hasFonts = false;
const loadFonts = async (): Promise<void> => {
  // Only Russian needs the fonts that are for some characters alone.
  const needed = [...document.fonts].filter(({ unicodeRange }) => language() === 'ru' || unicodeRange === ALL);
  await Promise.allSettled(needed.map((face) => face.load()));
  hasFonts = true;
};
/** The range of a font that does not say which characters it is for. */
const ALL = 'U+0-10FFFF';

/** After this time the screen is shown as it is. */
const MOST_WAIT_MS = 10_000;

/** A screen that is shown stays shown. If the server cannot be followed, it is shown at once. */
export function Opening({ children }: { readonly children: ReactNode }) {
  const waiting = useRef(new Set<string>());
  const [isReady, setReady] = useState(false);
  const isLost = useLiveState() === 'lost';
  const hold = useCallback<Hold>((id, isWaiting) => {
    if (isWaiting) waiting.current.add(id);
    else waiting.current.delete(id);
    // Checked after this tick: a part that has loaded may have rendered children that wait in turn.
    queueMicrotask(() => hasFonts && waiting.current.size === 0 && setReady(true));
  }, []);
  useEffect(() => {
    if (isLost) setReady(true);
  }, [isLost]);
  useEffect(() => {
    loadFonts().then(() => hold('fonts', false));
    const timer = setTimeout(() => setReady(true), MOST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [hold]);
  return (
    <HoldContext value={hold}>
      <div className={isReady ? undefined : styles.opening} aria-busy={!isReady} data-wait={t('market.loading')}>
        <div>{children}</div>
      </div>
    </HoldContext>
  );
}
