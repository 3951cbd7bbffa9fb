/**
 * Variables that make the GNU C library return unused memory of the start to the system: one arena, and separate blocks
 * for large allocations (mallopt(3)).
 */
export const MEMORY_GOES_BACK = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '16384',
  MALLOC_TOP_PAD_: '16384',
};
