/**
 * The environment in which the server returns memory. Parallel calls of many users leave the C library's allocator with
 * an arena for each thread, and with blocks of finished work (password hashes of 19 MB, files, compressed answers) that
 * it keeps for later; V8 grows its young generation to 64 MB. Values set by the user stay. `bench/memory.bench.ts`
 * measures the savings.
 */
export const serverMemory = (given = process.env) => ({
  NODE_OPTIONS: ['--max-semi-space-size=8', given.NODE_OPTIONS].filter(Boolean).join(' '),
  MALLOC_ARENA_MAX: given.MALLOC_ARENA_MAX ?? '2',
  MALLOC_MMAP_THRESHOLD_: given.MALLOC_MMAP_THRESHOLD_ ?? '131072',
  MALLOC_TRIM_THRESHOLD_: given.MALLOC_TRIM_THRESHOLD_ ?? '131072',
});
