/**
 * Builds lines as bytes. Millions of nearly equal lines would otherwise make millions of short-lived strings; here the
 * common part is copied and only the difference is written.
 */
export class ByteLines {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity = 64 * 1024) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  add(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  addText(text: string): void {
    this.#reserve(text.length * MOST_BYTES_PER_UNIT);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  /** Returns the bytes added since the last call; the caller owns them. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    // The next lines will need about the same space.
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length);
    this.#length = 0;
    return taken;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Most bytes of one UTF-16 unit in UTF-8. */
const MOST_BYTES_PER_UNIT = 3;
