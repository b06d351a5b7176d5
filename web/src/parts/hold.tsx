// A screen is shown when what it begins with is there: nothing that comes later pushes away what somebody looks at already.
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
import styles from './hold.module.css';

type Hold = (id: string, isWaiting: boolean) => void;
const HoldContext = createContext<Hold>(() => {});

/** Keeps the screen back while something is waited for that takes up room in it. */
export function useHold(isWaiting: boolean): void {
  const hold = useContext(HoldContext);
  const id = useId();
  useLayoutEffect(() => {
    hold(id, isWaiting);
    return () => hold(id, false);
  }, [hold, id, isWaiting]);
}

/** The letters of the page, without which every line has another length. */
let hasFonts = false;
const fonts = Promise.allSettled(Array.from(document.fonts, (face) => face.load())).then(() => {
  hasFonts = true;
});

/** After that, whatever there is is shown. */
const MOST_WAIT_MS = 10_000;

/** Once it is shown it stays. Where the server cannot be followed, whatever there is is shown. */
export function Opening({ children }: { readonly children: ReactNode }) {
  const waiting = useRef(new Set<string>());
  const [isReady, setReady] = useState(false);
  const isLost = useLiveState() === 'lost';
  const hold = useCallback<Hold>((id, isWaiting) => {
    if (isWaiting) waiting.current.add(id);
    else waiting.current.delete(id);
    // After this turn: what is done with waiting may have brought others that begin to.
    queueMicrotask(() => hasFonts && waiting.current.size === 0 && setReady(true));
  }, []);
  useEffect(() => {
    if (isLost) setReady(true);
  }, [isLost]);
  useEffect(() => {
    fonts.then(() => hold('fonts', false));
    const timer = setTimeout(() => setReady(true), MOST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [hold]);
  return (
    <HoldContext value={hold}>
      <div className={isReady ? undefined : styles.opening} aria-busy={!isReady}>
        <div>{children}</div>
      </div>
    </HoldContext>
  );
}
