import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

export interface Shape {
  /** How far a point is from it: below zero inside it. */
  readonly distance: (x: number, y: number) => number;
  /** Where it lies, with its soft edge. */
  readonly within: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}

export const circle = (cx: number, cy: number, radius: number): Shape => ({
  distance: (x, y) => Math.hypot(x - cx, y - cy) - radius,
  within: around(cx, cy, radius, radius),
});

export const ring = (cx: number, cy: number, radius: number, width: number): Shape => ({
  distance: (x, y) => Math.abs(Math.hypot(x - cx, y - cy) - radius) - width / 2,
  within: around(cx, cy, radius + width, radius + width),
});

/** A rectangle around its middle, with round corners. */
export const box = (cx: number, cy: number, width: number, height: number, corner = 0): Shape => ({
  distance: (x, y) => {
    const dx = Math.abs(x - cx) - width / 2 + corner;
    const dy = Math.abs(y - cy) - height / 2 + corner;
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner;
  },
  within: around(cx, cy, width / 2, height / 2),
});

const around = (cx: number, cy: number, dx: number, dy: number): Shape['within'] => ({
  left: Math.floor(cx - dx) - 1,
  top: Math.floor(cy - dy) - 1,
  right: Math.ceil(cx + dx) + 1,
  bottom: Math.ceil(cy + dy) + 1,
});

/** A picture of one size, drawn shape over shape with soft edges. */
export class Drawing {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;

  /** On a ground that goes from one colour, at the upper left, to another. */
  constructor(width: number, height: number, [from, to]: readonly [Colour, Colour]) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height * 3);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) this.#mix(x, y, mixed(from, to, (x / width + y / height) / 2), 1);
  }

  fill({ distance, within }: Shape, colour: Colour, opacity = 1): void {
    for (let y = Math.max(within.top, 0); y < Math.min(within.bottom, this.height); y += 1)
      for (let x = Math.max(within.left, 0); x < Math.min(within.right, this.width); x += 1) {
        const covered = Math.min(Math.max(0.5 - distance(x + 0.5, y + 0.5), 0), 1);
        if (covered > 0) this.#mix(x, y, colour, covered * opacity);
      }
  }

  /** The picture as a PNG. */
  png(): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    // Eight bits for each of red, green and blue.
    header.set([8, 2, 0, 0, 0], 8);
    const line = this.width * 3;
    const lines = Buffer.alloc((line + 1) * this.height);
    for (let y = 0; y < this.height; y += 1) {
      const row = this.#pixels.subarray(y * line, (y + 1) * line);
      // Each pixel as what it differs by from the one to its left: slow gradients become nearly nothing.
      lines[y * (line + 1)] = 1;
      for (let at = 0; at < line; at += 1)
        lines[y * (line + 1) + 1 + at] = ((row[at] ?? 0) - (at < 3 ? 0 : (row[at - 3] ?? 0))) & 255;
    }
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(lines)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }

  #mix(x: number, y: number, [red, green, blue]: Colour, share: number): void {
    const at = (y * this.width + x) * 3;
    const over = (value: number, index: number) => {
      const below = this.#pixels[at + index] ?? 0;
      this.#pixels[at + index] = Math.round(below + (value - below) * share);
    };
    over(red, 0);
    over(green, 1);
    over(blue, 2);
  }
}

const mixed = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(data.length + 12);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), data.length + 8);
  return framed;
}
