/**
 * The text table of a workbook. A phone list saved as text has one entry per line, a million of them; as one buffer with
 * an index they cost their bytes and four more, where an array of strings would keep several times as much alive.
 */
export class SharedStrings {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #offsets = new Uint32Array(1 << 12);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(text: string): void {
    const start = this.#offsets[this.#count] ?? 0;
    const end = start + Buffer.byteLength(text);
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    if (this.#count + 2 > this.#offsets.length) {
      const larger = new Uint32Array(this.#offsets.length * 2);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#bytes.write(text, start);
    this.#count++;
    this.#offsets[this.#count] = end;
  }

  /** Empty when there is no such entry. */
  get(index: number): string {
    if (!(index >= 0 && index < this.#count)) return '';
    return this.#bytes.toString('utf8', this.#offsets[index], this.#offsets[index + 1]);
  }
}
