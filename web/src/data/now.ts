// The page's clock, rounded down to steps so that components render no more often.
import { useEffect, useState } from 'react';

const floor = (stepMs: number): number => Math.floor(Date.now() / stepMs) * stepMs;

/** The start of the current step. */
export function useNow(stepMs: number): number {
  const [now, setNow] = useState(() => floor(stepMs));
  useEffect(() => {
    setNow(floor(stepMs));
    const timer = setInterval(() => setNow(floor(stepMs)), Math.min(stepMs, 30_000));
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
}
