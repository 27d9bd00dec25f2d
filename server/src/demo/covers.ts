import { Readable } from 'node:stream';
import { coverLimits } from '@trade-assistant/contract/areas/agent/product-fields.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { asc, eq } from 'drizzle-orm';
import { documentPictures, verifications } from '../engines/customers/verification/index.ts';
import { type Product, products } from '../engines/stock/orders/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import type { Files } from '../kernel/files/index.ts';
import { pictureLinks } from '../kernel/files/picture-links.ts';
import { box, type Colour, circle, Drawing, ring } from './drawing.ts';

const WIDTH = 640;
const HEIGHT = 256;
const WHITE: Colour = [255, 255, 255];
const { telegram, sms } = businessType.is;

/** Of the flag, from left to right; countries that are not named have the colours of the business alone. */
const RIBBONS: Readonly<Record<string, readonly [Colour, Colour, Colour]>> = {
  US: [[178, 34, 52], WHITE, [60, 59, 110]],
  CA: [[216, 6, 33], WHITE, [216, 6, 33]],
  GB: [[1, 33, 105], WHITE, [200, 16, 46]],
  DO: [[0, 45, 98], WHITE, [206, 17, 38]],
  PR: [[237, 0, 0], WHITE, [0, 80, 240]],
  JM: [
    [0, 119, 73],
    [255, 184, 28],
    [30, 30, 30],
  ],
  BR: [
    [0, 151, 57],
    [254, 221, 0],
    [1, 33, 105],
  ],
  MX: [[0, 104, 71], WHITE, [206, 17, 38]],
  IN: [[255, 153, 51], WHITE, [19, 136, 8]],
  ID: [[255, 0, 0], WHITE, [255, 0, 0]],
  PH: [
    [0, 56, 168],
    [252, 209, 22],
    [206, 17, 38],
  ],
  DE: [
    [30, 30, 30],
    [221, 0, 0],
    [255, 206, 0],
  ],
};

/** A cover for every product, and a page of a document for every verification: pictures made here, stored as uploads are. */
export async function addPictures(tx: Tx, files: Files, admin: Actor): Promise<void> {
  const covers = pictureLinks('/api/agent/product/cover?name=');
  const drawn = new Map<string, Buffer>();
  for (const product of await tx.select().from(products).orderBy(asc(products.id))) {
    // Offers of one kind in one country look the same; each has its own file all the same.
    const look = [product.businessType, product.serviceType, product.countryCode, product.specQty > 1].join();
    const picture = drawn.get(look) ?? coverOf(product);
    drawn.set(look, picture);
    const file = await files.put(Readable.from(picture), {
      actor: admin,
      name: `${product.productNo}.png`,
      source: 'agent/product/put-cover',
      ...takes(coverLimits),
    });
    await files.setLife(tx, [file.id], null);
    const cover = covers.addressOf(file, 'png');
    await tx.update(products).set({ cover }).where(eq(products.id, product.id));
  }
  const page = samplePage();
  for (const { id, userId, tenantId } of await tx.select().from(verifications).orderBy(asc(verifications.id))) {
    const owner = { ...admin, userId, tenantId };
    const file = await files.put(Readable.from(page), { actor: owner, name: 'sample.png', ...takes(coverLimits) });
    await files.setLife(tx, [file.id], null);
    await tx
      .update(verifications)
      .set({ pictures: [documentPictures.addressOf(file, 'png')] })
      .where(eq(verifications.id, id));
  }
}

const takes = ({ kinds, maxBytes }: typeof coverLimits) => ({ allow: [...kinds], maxBytes });

/** What is sold, as shapes on the colour of its business, over the colours of its country. */
export function coverOf({ businessType: business, serviceType: service, countryCode, specQty }: Product): Buffer {
  const drawing = new Drawing(WIDTH, HEIGHT, groundOf(business));
  for (const radius of [70, 120, 175]) drawing.fill(ring(WIDTH - 150, 110, radius, 2), WHITE, 0.22);
  if (service === serviceType.is.package) drawStack(drawing);
  else if (service === serviceType.is.lease) drawCalendar(drawing);
  else drawBubbles(drawing, specQty > 1 ? 3 : 1);
  const ribbon = countryCode ? RIBBONS[countryCode] : undefined;
  ribbon?.forEach((colour, index) => {
    const third = WIDTH / 3;
    drawing.fill(box(third * (index + 0.5), HEIGHT - 7, third, 14), colour);
  });
  return drawing.png();
}

function groundOf(business: number): readonly [Colour, Colour] {
  if (business === telegram)
    return [
      [14, 116, 190],
      [56, 178, 222],
    ];
  if (business === sms)
    return [
      [91, 60, 176],
      [150, 110, 226],
    ];
  return [
    [10, 110, 92],
    [46, 178, 112],
  ];
}

/** One bubble of a conversation for one number, several for a pack. */
function drawBubbles(drawing: Drawing, count: number): void {
  for (let index = count - 1; index >= 0; index -= 1) {
    const [x, y] = [170 + index * 44, 118 - index * 22];
    drawing.fill(box(x, y, 170, 104, 26), WHITE, index === 0 ? 0.96 : 0.45);
    if (index > 0) continue;
    for (const dot of [-42, 0, 42]) drawing.fill(circle(x + dot, y, 11), [70, 90, 110], 0.7);
  }
}

/** Bars that lie on each other: so many units at once. */
function drawStack(drawing: Drawing): void {
  for (const [index, width] of [250, 210, 170, 120].entries())
    drawing.fill(box(190, 176 - index * 42, width, 30, 10), WHITE, 0.96 - index * 0.16);
}

/** A month: days in rows, the last of them marked. */
function drawCalendar(drawing: Drawing): void {
  drawing.fill(box(190, 122, 210, 164, 18), WHITE, 0.96);
  drawing.fill(box(190, 58, 210, 36, 18), [220, 90, 70], 0.9);
  for (let day = 0; day < 15; day += 1)
    drawing.fill(
      box(112 + (day % 5) * 39, 106 + Math.floor(day / 5) * 36, 22, 18, 5),
      day === 14 ? [220, 90, 70] : [150, 165, 180],
      0.8,
    );
}

/** A page with a picture and lines of nothing: where a licence would be. */
export function samplePage(): Buffer {
  const page = new Drawing(520, 360, [
    [246, 243, 234],
    [232, 226, 210],
  ]);
  page.fill(box(260, 180, 492, 332, 10), [190, 180, 155], 0.5);
  page.fill(box(260, 180, 484, 324, 8), [250, 248, 242]);
  page.fill(box(110, 150, 120, 150, 8), [200, 205, 212]);
  page.fill(circle(110, 128, 28), [160, 170, 182]);
  page.fill(box(110, 196, 84, 50, 22), [160, 170, 182]);
  for (let line = 0; line < 6; line += 1)
    page.fill(box(330 - (line % 2) * 20, 92 + line * 32, 250 - (line % 2) * 40, 12, 6), [196, 200, 206]);
  page.fill(ring(420, 285, 38, 6), [200, 60, 60], 0.7);
  page.fill(ring(420, 285, 26, 3), [200, 60, 60], 0.7);
  return page.png();
}
