export { contentDisposition } from '../file-formats/content-disposition.ts';
export { fileErrors, LINE_PROBLEM, type LineProblem, lineProblemTexts, tooLarge } from './errors.ts';
export { detectLayout, headerKey, type Layout, type LayoutOptions } from './layout.ts';
export { readTable, type Table, type TableOptions, type TableReport, type TableRow } from './read.ts';
export { type Cell, counted, csvStream, escapeFormula, type Source, txtStream } from './write-text.ts';
export { type Sheet, type XlsxOptions, xlsxBookStream, xlsxStream } from './write-xlsx.ts';
export { type ArchiveFile, type ManifestEntry, zipStream } from './write-zip.ts';
