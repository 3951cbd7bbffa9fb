import { useEffect, useState } from 'react';

/** What the preload script says when the window has gone to the tray. A page of a browser hears it never. */
const HIDDEN_EVENT = 'askbell:hidden';

/** Counts the visits: another one begins when the window comes back from the tray, made ready while it is there. */
export function useVisit(): number {
  const [visit, setVisit] = useState(0);
  useEffect(() => {
    const onHidden = () => setVisit((before) => before + 1);
    window.addEventListener(HIDDEN_EVENT, onHidden);
    return () => window.removeEventListener(HIDDEN_EVENT, onHidden);
  }, []);
  return visit;
}
