import type { Translate } from '../i18n.ts';

/** Returns the name of a picture without its own text. */
export const pictureName = (t: Translate, at: number, count: number): string =>
  count === 1
    ? t({ zh: '图片', en: 'Picture' })
    : t({ zh: '图片 {n} / {count}', en: 'Picture {n} of {count}' }, { n: at + 1, count });

/** The name of a PDF file among several. */
export const pdfName = (t: Translate, at: number, count: number): string =>
  count === 1
    ? t({ zh: 'PDF 文件', en: 'PDF file' })
    : t({ zh: 'PDF 文件 {n} / {count}', en: 'PDF file {n} of {count}' }, { n: at + 1, count });
