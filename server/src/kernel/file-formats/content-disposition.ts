/**
 * The header that makes a browser save a download under its own name: an ASCII fallback and the real name in UTF-8
 * (RFC 6266, RFC 8187). Line breaks, quotes and path separators never reach the header.
 */
export function contentDisposition(filename: string, disposition: 'attachment' | 'inline' = 'attachment'): string {
  const name = filename.replace(UNSAFE, '_').trim() || 'download';
  const ascii = name.replace(/[^\x20-\x7e]+/g, '_').replace(/["%\\]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const fallback = `${disposition}; filename="${ascii}"`;
  return ascii === name ? fallback : `${fallback}; filename*=UTF-8''${encoded}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
const UNSAFE = /[\u0000-\u001f\u007f/\\]+/g;
