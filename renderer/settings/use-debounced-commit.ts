import { useEffect, useRef, useState } from 'react';

/**
 * A value that a slider moves. It is shown at once and committed after `restMs` without a move, or when the slider
 * unmounts before that. Takes the value as it is kept, and what to do with the one it comes to rest on.
 */
export function useDebouncedCommit<Value>(
  value: Value,
  settle: (value: Value) => void,
  restMs = 300,
): [Value, (value: Value) => void] {
  const [moved, setMoved] = useState<{ to: Value } | undefined>();
  const untold = useRef<() => void>(undefined);
  useEffect(() => {
    untold.current = moved && (() => settle(moved.to));
  }, [moved, settle]);
  useEffect(() => {
    if (moved === undefined) return undefined;
    const timer = setTimeout(() => {
      untold.current?.();
      untold.current = undefined;
      setMoved(undefined);
    }, restMs);
    return () => clearTimeout(timer);
  }, [moved, restMs]);
  useEffect(() => () => untold.current?.(), []);
  return [moved === undefined ? value : moved.to, (to) => setMoved({ to })];
}
