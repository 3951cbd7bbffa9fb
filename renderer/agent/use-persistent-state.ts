import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** State that outlives its component: it stays while the window is open, whichever view is shown. */
export function usePersistentState<T>(name: string): [T | undefined, (value: T | undefined) => void] {
  const queries = useQueryClient();
  const key = ['persistent', name];
  const { data } = useQuery<T | null>({
    queryKey: key,
    queryFn: () => null,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const set = useCallback(
    (value: T | undefined) => void queries.setQueryData<T | null>(['persistent', name], value ?? null),
    [queries, name],
  );
  return [data ?? undefined, set];
}
