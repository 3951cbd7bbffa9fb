import { useEffect, useState } from 'react';

/** The time, in milliseconds since the epoch, renewed every `everyMs`; the component renders again each time. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
