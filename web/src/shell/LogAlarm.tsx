// Compares the public log with what this browser has seen of it. Loaded after the screen, since nobody waits for it.
import { type ComponentType, useEffect, useState } from 'react';

const LATER_MS = 2000;

export function LogAlarm() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      import('./log/LogWatch.tsx').then(
        (loaded) => setLoaded(() => loaded.default),
        // Without a connection there is nothing to compare either; the next visit loads it.
        () => {},
      );
    const timer = setTimeout(load, LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return Loaded && <Loaded />;
}
