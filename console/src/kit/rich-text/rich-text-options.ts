import type { PictureSource } from './pictures.ts';

export interface RichTextOptions {
  readonly pictures: PictureSource;
  /** Stores a picture and gives its number. */
  readonly upload: (picture: File) => Promise<string>;
  /** Endings of file names offered in the file dialog. */
  readonly accept: string;
  readonly maxBytes: number;
}
