const PICTURES = ['jpg', 'png', 'gif', 'webp'];
const TEXTS = ['txt', 'csv', 'json'];
const MAX_BYTES = 10 * 1024 * 1024;

/** How a file is looked at, by the ending its content has; null: it is downloaded. */
export const previewOf = (extension: string): 'picture' | 'text' | 'pdf' | null => {
  if (PICTURES.includes(extension)) return 'picture';
  if (TEXTS.includes(extension)) return 'text';
  return extension === 'pdf' ? 'pdf' : null;
};

export const isSeen = (row: { extension: string; attachSize: number }): boolean =>
  previewOf(row.extension) !== null && row.attachSize <= MAX_BYTES;
