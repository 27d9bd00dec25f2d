export { contentDisposition } from '../file-formats/content-disposition.ts';
export { lineProblemReasons, lineProblemTexts, tooLarge } from './errors.ts';
export { looksLikeNumber } from './layout.ts';
export { excerptOf, readTable } from './read.ts';
export type { TableRow } from './table.ts';
export { encryptedZip } from './write-encrypted-zip.ts';
export { type Cell, csvStream, withErrorListener } from './write-text.ts';
export { type Sheet, xlsxBookStream, xlsxStream } from './write-xlsx.ts';
export { type ArchiveFile, type ManifestEntry, zipStream } from './write-zip.ts';
