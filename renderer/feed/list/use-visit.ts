import { useEffect, useState } from 'react';

/** The event that the preload script sends when the window has gone to the tray. A page in a browser never gets it. */
const HIDDEN_EVENT = 'askbell:hidden';

/** Counts the visits: the next one begins when the window goes to the tray, so that all is ready when it comes back. */
export function useVisit(): number {
  const [visit, setVisit] = useState(0);
  useEffect(() => {
    const onHidden = () => setVisit((before) => before + 1);
    window.addEventListener(HIDDEN_EVENT, onHidden);
    return () => window.removeEventListener(HIDDEN_EVENT, onHidden);
  }, []);
  return visit;
}
