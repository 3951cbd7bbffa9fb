import { useEffect, useState } from 'react';

/**
 * The time, in milliseconds since the epoch, renewed every `everyMs` and when the page comes into sight, whose timers
 * hardly run before; the component renders again each time.
 */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const renew = () => setNow(Date.now());
    const timer = setInterval(renew, everyMs);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [everyMs]);
  return now;
}
