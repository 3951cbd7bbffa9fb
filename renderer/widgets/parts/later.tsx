import { lazy, Suspense, type ComponentType } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

const fetches: (() => Promise<unknown>)[] = [];

/**
 * A part that is seldom seen at the start, a dialog above all: its code comes once the first view is there, or when the
 * part is shown before that. One that cannot be fetched leaves the rest of the view, or of the window, in its place.
 */
export function later<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let fetched: ComponentType<Props> | undefined;
  const fetchOnce = async () => ({ default: (fetched ??= await fetchPart()) });
  fetches.push(fetchOnce);
  const Awaited = lazy(fetchOnce) as unknown as ComponentType<Props>;
  return function Later(props: Props) {
    // What is there already is shown at once: keys that follow are meant for it.
    const Part = fetched ?? Awaited;
    return (
      <ErrorBoundary>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

/** Fetches all of these, so that they open at once. What cannot be fetched now is fetched when it is shown. */
export function fetchLaterParts(): void {
  for (const fetchPart of fetches) fetchPart().catch(() => undefined);
}
