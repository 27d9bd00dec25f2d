/**
 * The numbers seen so far in a list. Open addressing over doubles: three million numbers take at most 64 MB and no
 * objects; a `Set` would take five times that and cause long garbage collections.
 */
export class NumberSet {
  #slots: Float64Array;
  #size = 0;

  constructor(expected = 1024) {
    this.#slots = new Float64Array(capacityFor(expected));
  }

  get size(): number {
    return this.#size;
  }

  /** Whether the number (a positive integer below 2^53) was new. */
  add(number: number): boolean {
    if (this.#size >= this.#slots.length * FULLEST) this.#grow();
    if (!put(this.#slots, number)) return false;
    this.#size += 1;
    return true;
  }

  #grow(): void {
    const larger = new Float64Array(this.#slots.length * 2);
    for (const number of this.#slots) if (number !== 0) put(larger, number);
    this.#slots = larger;
  }
}

const FULLEST = 0.7;
const SMALLEST = 1024;

function capacityFor(expected: number): number {
  let capacity = SMALLEST;
  while (capacity * FULLEST < expected) capacity *= 2;
  return capacity;
}

/** Zero marks a free slot, because no phone number is zero. */
function put(slots: Float64Array, number: number): boolean {
  const mask = slots.length - 1;
  let at = hash(number) & mask;
  for (let found = slots[at]; found !== 0; found = slots[at]) {
    if (found === number) return false;
    at = (at + 1) & mask;
  }
  slots[at] = number;
  return true;
}

/** Mixes both halves well: lists often contain consecutive numbers, which would otherwise collide. */
function hash(number: number): number {
  const high = Math.floor(number / 0x1_0000_0000);
  let mixed = Math.imul((number >>> 0) ^ Math.imul(high, 0x9e37_79b1), 0x85eb_ca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2_ae35);
  return mixed ^ (mixed >>> 16);
}
