import { avatarLimits } from '@trade-assistant/contract/areas/resource/oss.ts';

/** Where a picture is cut, in its own pixels. */
export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Twice the largest size shown, for high-resolution screens. */
const SIDE_PIXELS = 256;
const QUALITY = 0.9;

export type PictureKind = 'image/jpeg' | 'image/png';

/** Returns the problem of a chosen file, by its first bytes and its size; undefined when it is acceptable. */
export async function pictureProblem(file: Blob): Promise<'kind' | 'size' | undefined> {
  if (!(await pictureKind(file))) return 'kind';
  return file.size > avatarLimits.maxBytes ? 'size' : undefined;
}

/** Returns the kind of a picture by its content, because its name and its declared type may be wrong. */
export async function pictureKind(file: Blob): Promise<PictureKind | undefined> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
  return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, index) => head[index] === byte)
    ? 'image/png'
    : undefined;
}

/** Crops a picture to a square and resizes it. Removes the metadata of the camera. */
export async function cropPicture(file: File, area: CropArea): Promise<File> {
  const kind = (await pictureKind(file)) ?? 'image/png';
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PIXELS;
  canvas.height = SIDE_PIXELS;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, SIDE_PIXELS, SIDE_PIXELS);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, kind, QUALITY));
  if (!blob) throw new Error('The browser could not write the picture');
  return new File([blob], kind === 'image/png' ? 'avatar.png' : 'avatar.jpg', { type: kind });
}
