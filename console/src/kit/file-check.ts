/** The fault of a file before it is sent; null when it has none. */
export function problemOfFile(
  file: { name: string; size: number },
  accept: string | undefined,
  maxBytes: number | undefined,
) {
  const endings = accept?.split(',').map((ending) => ending.trim().toLowerCase()) ?? [];
  if (file.size === 0) return { words: { zh: '文件是空的', en: 'The file is empty' } };
  if (maxBytes && file.size > maxBytes) {
    return {
      words: { zh: '文件大小 {size}，超过上限 {max}', en: 'The file is {size}; the maximum is {max}' },
      params: { size: sizeText(file.size), max: sizeText(maxBytes) },
    };
  }
  if (endings.length > 0 && !endings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
    return {
      words: { zh: '不支持的文件类型，请使用 {types}', en: 'Unsupported file type; use {types}' },
      params: { types: endings.join(' ') },
    };
  }
  return null;
}

/** Returns a size in bytes as readable text. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}
