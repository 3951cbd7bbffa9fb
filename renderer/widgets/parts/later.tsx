import { lazy, Suspense, useEffectEvent, useLayoutEffect, useState, type ComponentType } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

const fetches: (() => Promise<unknown>)[] = [];

/** Returns what gives the part: itself where it is there already, so that it is shown at once. */
function fetchedLater<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): () => ComponentType<Props> {
  let fetched: ComponentType<Props> | undefined;
  const fetchOnce = async () => ({ default: (fetched ??= await fetchPart()) });
  fetches.push(fetchOnce);
  const Awaited = lazy(fetchOnce) as unknown as ComponentType<Props>;
  return () => fetched ?? Awaited;
}

/**
 * A part that is seldom seen at the start: its code comes once the first view is there, or when it is shown before
 * that. One that cannot be fetched leaves the rest of the view, or of the window, in its place.
 */
export function later<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const choose = fetchedLater(fetchPart);
  return function Later(props: Props) {
    // Chosen once: with another type it would be another part, and lose its state.
    const [Part] = useState(choose);
    return (
      <ErrorBoundary>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

/**
 * Such a part that is a dialog. What is typed before it is there is meant for it and not for the keys of the view: it
 * gets that as `typed`, to go on with in its field.
 */
export function laterDialog<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props & { typed?: string }>>,
): ComponentType<Props> {
  const choose = fetchedLater(fetchPart);
  return function LaterDialog(props: Props) {
    const [Dialog] = useState(choose);
    const [typed, setTyped] = useState('');
    return (
      <ErrorBoundary>
        <Suspense fallback={<EarlyKeys onType={(character) => setTyped((before) => before + character)} />}>
          <Dialog {...props} typed={typed} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

/** Keeps characters and Enter from everything else while it is there. */
function EarlyKeys({ onType }: { onType: (character: string) => void }) {
  const type = useEffectEvent(onType);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isCharacter && event.key !== 'Enter') return;
      event.stopPropagation();
      event.preventDefault();
      if (isCharacter) type(event.key);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return null;
}

/** Fetches all of these, so that they open at once. What cannot be fetched now is fetched when it is shown. */
export function fetchLaterParts(): void {
  for (const fetchPart of fetches) fetchPart().catch(() => undefined);
}
