import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

/** Kind of a file by its bytes, never by its name or the type a browser claims. */
export interface Sniffed {
  readonly kind:
    | 'empty'
    | 'text'
    | 'zip'
    | 'xlsx'
    | 'old-office'
    | 'image'
    | 'video'
    | 'audio'
    | 'pdf'
    | 'sqlite'
    | 'other';
  /** Without dot: `txt`, `html`, `svg`, `xml`, `json`, `png` … */
  readonly extension: string;
  readonly mediaType: string;
}

/** Number of first bytes that `sniff` needs; a shorter file is passed whole. */
export const SNIFF_BYTES = 4100;

/**
 * Returns a file's kind from its first bytes. A workbook with parts in an unusual order is `zip`: its reader decides by the directory.
 * Markup (`html`, `svg`, `xml`) is `text` with its own extension, so that a caller that serves files can refuse it.
 */
export async function sniff(head: Uint8Array): Promise<Sniffed> {
  if (head.length === 0) return { kind: 'empty', extension: '', mediaType: 'application/octet-stream' };
  const text = isText(head);
  const found = await fileTypeFromBuffer(head);
  // Two or three ASCII letters are the whole signature of some formats: a list that begins with "BM" is still a list.
  if (found && !(text && WEAK_SIGNATURES.has(found.ext))) {
    return { kind: kindOf(found.ext, found.mime), extension: found.ext, mediaType: found.mime };
  }
  if (text) return textKind(head);
  return { kind: 'other', extension: 'bin', mediaType: 'application/octet-stream' };
}

/** Whether bytes are text in UTF-8, UTF-16 with a byte order mark, or an 8-bit or GB18030 encoding: no control characters. */
function isText(head: Uint8Array): boolean {
  if (hasUtf16Mark(head)) return head.length % 2 === 0 || head.length >= SNIFF_BYTES;
  for (const byte of head) {
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) return false;
    if (byte === 127) return false;
  }
  return true;
}

export function hasUtf16Mark(head: Uint8Array): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}

const WEAK_SIGNATURES: ReadonlySet<string> = new Set([
  'bmp',
  'mp3',
  'mp2',
  'mp1',
  'aac',
  'pcx',
  'tga',
  'ac3',
  'mpc',
  'lz4',
  'Z',
]);

function kindOf(extension: string, mediaType: string): Sniffed['kind'] {
  if (extension === 'zip' || extension === 'xlsx' || extension === 'pdf' || extension === 'sqlite') return extension;
  if (extension === 'cfb') return 'old-office';
  if (extension === 'xml' || extension === 'svg' || extension === 'rtf') return 'text';
  const family = mediaType.split('/')[0];
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'other';
}

function textKind(head: Uint8Array): Sniffed {
  const start = isUtf8(head.subarray(0, 16)) ? 'utf-8' : 'latin1';
  const opening = new TextDecoder(start).decode(head.subarray(0, 1024)).trimStart().toLowerCase();
  if (/^<(?:!doctype html|html|head|body|script)/.test(opening)) {
    return { kind: 'text', extension: 'html', mediaType: 'text/html' };
  }
  if (opening.startsWith('<svg')) return { kind: 'text', extension: 'svg', mediaType: 'image/svg+xml' };
  if (opening.startsWith('<?xml')) return { kind: 'text', extension: 'xml', mediaType: 'application/xml' };
  if (/^[{[]\s*["{[]/.test(opening)) return { kind: 'text', extension: 'json', mediaType: 'application/json' };
  return { kind: 'text', extension: 'txt', mediaType: 'text/plain' };
}

/** Reads the first bytes of a file, enough for its kind. */
export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
