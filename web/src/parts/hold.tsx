// Shows a screen once its first data has arrived, so that the layout does not shift under the reader.
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
const OpenedContext = createContext(false);

/** Keeps the screen hidden while a part that takes up space is still loading. */
export function useHold(isWaiting: boolean): void {
  const hold = useContext(HoldContext);
  const id = useId();
  useLayoutEffect(() => {
    hold(id, isWaiting);
    return () => hold(id, false);
  }, [hold, id, isWaiting]);
}

/** Renders what may come after the screen is shown, so that it holds up nothing. */
export const AfterOpening = ({ children }: { readonly children: ReactNode }) => useContext(OpenedContext) && children;

/** True once the web fonts are loaded: a screen waits for them, since they change the length of every line. */
let hasFonts = false;
const loadFonts = async (): Promise<void> => {
  // Fonts for a limited range of characters (Cyrillic) are needed for Russian only.
  const needed = [...document.fonts].filter(({ unicodeRange }) => language() === 'ru' || unicodeRange === ALL);
  await Promise.allSettled(needed.map((face) => face.load()));
  hasFonts = true;
};
/** The `unicodeRange` of a font that is not limited to some characters. */
const ALL = 'U+0-10FFFF';

/** After this time the screen is shown even if parts of it are still loading. */
const MOST_WAIT_MS = 10_000;

/** Hides a screen until its parts have loaded; then it stays visible. If the event stream is lost, it is shown at once. */
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
        <div>
          <OpenedContext value={isReady}>{children}</OpenedContext>
        </div>
      </div>
    </HoldContext>
  );
}
