/**
 * Numbers that look like those of the United States, for throw-away databases only. A fixed seed: every run and the
 * bare version of the work see the same ones.
 */
export function* plausibleNumbers(count: number, seed = 1): Generator<number> {
  const seen = new Set<number>();
  const random = generator(seed);
  while (seen.size < count) {
    const area = AREA_CODES[Math.floor(random() * AREA_CODES.length)] ?? 212;
    // Exchanges 220–999 without the service codes N11, lines 0000–9999.
    const exchange = 220 + Math.floor(random() * 780);
    if (exchange % 100 === 11) continue;
    const number = 10_000_000_000 + area * 10_000_000 + exchange * 10_000 + Math.floor(random() * 10_000);
    if (seen.has(number)) continue;
    seen.add(number);
    yield number;
  }
}

/** Park and Miller's, good enough to shuffle and the same everywhere. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const AREA_CODES = [
  201, 202, 203, 205, 206, 207, 208, 209, 210, 212, 213, 214, 215, 216, 217, 218, 219, 224, 225, 228, 229, 231, 234,
  239, 240, 248, 251, 252, 253, 254, 256, 260, 262, 267, 269, 270, 276, 281, 301, 302,
];
