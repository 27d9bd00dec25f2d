import { isAscii, isUtf8 } from 'node:buffer';
import { hasUtf16Mark } from '../file-formats/sniff.ts';
import { fileErrors, LINE_PROBLEM, type LineProblem } from './errors.ts';

/** Consecutive lines of a text file, decoded. */
export interface TextBlock {
  readonly lines: readonly string[];
  /** Counted from 1 in the whole file, blank lines included. */
  readonly firstLineNo: number;
  /** Problems by index in `lines`; null without any. */
  readonly problems: ReadonlyMap<number, LineProblem> | null;
}

export type TextEncoding = 'ascii' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/**
 * Splits bytes into decoded lines, a block at a time, holding no more than a block.
 *
 * A byte order mark decides the encoding. Without one the lines themselves do, as they come: a line that is only valid
 * in UTF-8, or only in GB18030, decides for the file; lines valid in both wait for the first that decides. A later line
 * that contradicts the decision is given with the problem ENCODING and replacement characters, never as wrong text.
 */
export class LineReader {
  /** Detected encoding; final after the last block. */
  encoding: TextEncoding = 'ascii';

  #decided: 'utf-8' | 'gb18030' | null = null;
  #lines: string[] = [];
  #problems: Map<number, LineProblem> | null = null;
  #firstLineNo = 1;
  #waiting: { index: number; bytes: Buffer }[] = [];
  #waitingBytes = 0;

  /** @throws FILE_TYPE when a zero byte shows that this is no text */
  async *blocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextBlock> {
    let carry: Buffer[] = [];
    let carryBytes = 0;
    let skipping = false;
    for await (const chunk of this.#toUtf8(chunks)) {
      if (chunk.includes(0)) throw fileErrors.FILE_TYPE();
      let bytes = chunk;
      if (skipping) {
        const end = lineEnd(bytes);
        if (end === -1) continue;
        skipping = false;
        bytes = bytes.subarray(end);
      }
      const cut = lastLineEnd(bytes);
      if (cut > 0) {
        this.#take(carry.length === 0 ? bytes.subarray(0, cut) : Buffer.concat([...carry, bytes.subarray(0, cut)]));
        carry = [];
        carryBytes = 0;
      }
      if (cut < bytes.length) {
        carry.push(bytes.subarray(cut));
        carryBytes += bytes.length - cut;
      }
      if (carryBytes > LONGEST_LINE_BYTES) {
        this.#pushTooLong(Buffer.concat(carry).toString('latin1'));
        carry = [];
        carryBytes = 0;
        skipping = true;
      }
      if (this.#lines.length >= LINES_PER_BLOCK && this.#canEmit()) yield this.#block();
    }
    if (carryBytes > 0) this.#take(Buffer.concat(carry));
    if (this.#waiting.length > 0) this.#decide('utf-8');
    if (this.#lines.length > 0) yield this.#block();
  }

  async *#toUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    let decoder: TextDecoder | null = null;
    let first = true;
    for await (const chunk of atLeast(chunks, 3)) {
      let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      if (first && hasUtf16Mark(bytes)) {
        this.encoding = bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
        decoder = new TextDecoder(this.encoding);
        this.#decided = 'utf-8';
      } else if (first && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
        this.encoding = 'utf-8';
        this.#decided = 'utf-8';
        bytes = bytes.subarray(3);
      }
      first = false;
      yield decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
    }
    if (decoder) yield Buffer.from(decoder.decode());
  }

  #take(bytes: Buffer): void {
    if (isAscii(bytes)) {
      const lines = bytes.toString('latin1').split(LINE_BREAK);
      if (endsLine(bytes)) lines.pop();
      for (const line of lines) {
        if (line.length > LONGEST_LINE_BYTES) this.#pushTooLong(line);
        else this.#lines.push(line);
      }
      return;
    }
    let start = 0;
    while (start < bytes.length) {
      const found = lineEnd(bytes, start);
      const end = found === -1 ? bytes.length : found;
      const line = withoutBreak(bytes.subarray(start, end));
      if (line.length > LONGEST_LINE_BYTES) this.#pushTooLong(line.toString('latin1'));
      else if (isAscii(line)) this.#lines.push(line.toString('latin1'));
      else this.#decode(line);
      start = end;
    }
  }

  #decode(line: Buffer): void {
    if (this.#decided === null) {
      const evidence = evidenceOf(line);
      if (evidence === 'neither') {
        this.#push(line.toString('utf8'), LINE_PROBLEM.ENCODING);
        return;
      }
      if (evidence === 'either') {
        // Kept with its position until the file's encoding is known.
        this.#waiting.push({ index: this.#lines.length, bytes: Buffer.from(line) });
        this.#waitingBytes += line.length;
        this.#lines.push('');
        if (this.#waitingBytes > LONGEST_WAIT_BYTES) this.#decide('utf-8');
        return;
      }
      this.#decide(evidence);
    }
    if (this.#decided === 'utf-8') {
      const text = line.toString('utf8');
      // UTF-16 arrives here with its broken pairs already replaced.
      const broken = !isUtf8(line) || (this.encoding.startsWith('utf-16') && text.includes('\uFFFD'));
      this.#push(text, broken ? LINE_PROBLEM.ENCODING : undefined);
      return;
    }
    const text = decodeGb18030(line);
    if (text === null || (isUtf8(line) && !isCommonChinese(line))) {
      this.#push(line.toString('utf8'), LINE_PROBLEM.ENCODING);
      return;
    }
    this.#push(text);
  }

  #decide(encoding: 'utf-8' | 'gb18030'): void {
    if (this.#decided !== null) return;
    this.#decided = encoding;
    if (this.encoding === 'ascii') this.encoding = encoding;
    for (const { index, bytes } of this.#waiting) {
      this.#lines[index] =
        encoding === 'utf-8' ? bytes.toString('utf8') : (decodeGb18030(bytes) ?? bytes.toString('utf8'));
    }
    this.#waiting = [];
  }

  #pushTooLong(line: string): void {
    this.#push(line.slice(0, LONGEST_LINE_BYTES), LINE_PROBLEM.LINE_TOO_LONG);
  }

  #push(text: string, problem?: LineProblem): void {
    if (problem) {
      this.#problems ??= new Map();
      this.#problems.set(this.#lines.length, problem);
    }
    this.#lines.push(text);
  }

  #canEmit(): boolean {
    if (this.#waiting.length > 0 && this.#lines.length > LONGEST_WAIT_LINES) this.#decide('utf-8');
    return this.#waiting.length === 0;
  }

  #block(): TextBlock {
    const block = { lines: this.#lines, firstLineNo: this.#firstLineNo, problems: this.#problems };
    this.#firstLineNo += this.#lines.length;
    this.#lines = [];
    this.#problems = null;
    return block;
  }
}

const LINES_PER_BLOCK = 2_000;
const LONGEST_LINE_BYTES = 64 * 1024;
const LONGEST_WAIT_BYTES = 256 * 1024;
const LONGEST_WAIT_LINES = 100_000;
const LINE_BREAK = /\r\n|\n|\r/;

/**
 * In which encodings a line with non-ASCII bytes can be read. Chinese in UTF-8 is often valid GB18030 too, but as rare
 * characters outside GB 2312: such a line counts as UTF-8.
 */
function evidenceOf(line: Buffer): 'utf-8' | 'gb18030' | 'either' | 'neither' {
  if (!isUtf8(line)) return decodeGb18030(line) === null ? 'neither' : 'gb18030';
  return isCommonChinese(line) && decodeGb18030(line) !== null ? 'either' : 'utf-8';
}

// Whether every pair of high bytes is a symbol or a character of GB 2312.
function isCommonChinese(line: Buffer): boolean {
  for (let index = 0; index < line.length; index++) {
    const lead = line[index] ?? 0;
    if (lead < 0x80) continue;
    const trail = line[++index] ?? 0;
    if (trail < 0xa1 || trail > 0xfe) return false;
    if (!((lead >= 0xb0 && lead <= 0xf7) || (lead >= 0xa1 && lead <= 0xa9))) return false;
  }
  return true;
}

const gb18030 = new TextDecoder('gb18030', { fatal: true });

function decodeGb18030(line: Buffer): string | null {
  try {
    return gb18030.decode(line);
  } catch {
    return null;
  }
}

const LF = 10;
const CR = 13;

// The index after the first line break at or after `from`, -1 when there is none.
function lineEnd(bytes: Buffer, from = 0): number {
  const lf = bytes.indexOf(LF, from);
  const cr = bytes.indexOf(CR, from);
  if (cr !== -1 && (lf === -1 || cr < lf)) return lf === cr + 1 ? lf + 1 : cr + 1;
  return lf === -1 ? -1 : lf + 1;
}

// The index after the last line break; a final CR may be half of one and waits for the next chunk.
function lastLineEnd(bytes: Buffer): number {
  const lf = bytes.lastIndexOf(LF);
  if (lf !== -1) return lf + 1;
  const cr = bytes.lastIndexOf(CR, bytes.length - 2);
  return cr !== -1 && bytes.length > 1 ? cr + 1 : 0;
}

function endsLine(bytes: Buffer): boolean {
  const last = bytes[bytes.length - 1];
  return last === LF || last === CR;
}

function withoutBreak(line: Buffer): Buffer {
  let end = line.length;
  if (line[end - 1] === LF) end--;
  if (line[end - 1] === CR) end--;
  return line.subarray(0, end);
}

// Joins first chunks that are shorter than a byte order mark.
async function* atLeast(chunks: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    if (head.length < length) continue;
    yield head;
    head = null;
  }
  if (head !== null && head.length > 0) yield head;
}
