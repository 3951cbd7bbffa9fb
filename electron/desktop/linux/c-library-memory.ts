/**
 * With these variables the GNU C library gives back to the system what was needed for the start only: one arena, and
 * blocks of their own for what is large (mallopt(3)).
 */
export const MEMORY_GOES_BACK = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '16384',
  MALLOC_TOP_PAD_: '16384',
};
