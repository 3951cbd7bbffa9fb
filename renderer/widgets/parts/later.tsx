import { lazy, Suspense, type ComponentType } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

const fetches: (() => Promise<unknown>)[] = [];

/**
 * A part that is seldom seen at the start, a dialog above all: its code comes once the first view is there, or when the
 * part is shown before that. One that cannot be fetched leaves the rest of the view, or of the window, in its place.
 */
export function later<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  fetches.push(fetchPart);
  const Part = lazy(async () => ({ default: await fetchPart() })) as unknown as ComponentType<Props>;
  return function Later(props: Props) {
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
