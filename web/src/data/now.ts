// The clock of the page, in steps: what is shown of it changes no more often than that.
import { useEffect, useState } from 'react';

const floor = (stepMs: number): number => Math.floor(Date.now() / stepMs) * stepMs;

/** Where the present step began. */
export function useNow(stepMs: number): number {
  const [now, setNow] = useState(() => floor(stepMs));
  useEffect(() => {
    setNow(floor(stepMs));
    const timer = setInterval(() => setNow(floor(stepMs)), Math.min(stepMs, 30_000));
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}
