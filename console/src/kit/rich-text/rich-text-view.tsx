import { useEffect, useRef } from 'react';
import { useText } from '../i18n.ts';
import { type PictureSource, pictureAddress } from './pictures.ts';
import './rich-text.css';

/** Text with formats and pictures, as the server cleaned it. */
export function RichTextView({ html, pictures }: { html: string; pictures: PictureSource }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pictures are those of the text that is shown
  useEffect(() => {
    let isGone = false;
    for (const picture of frame.current?.querySelectorAll<HTMLImageElement>('img[data-file]') ?? []) {
      pictureAddress(pictures, picture.dataset['file'] ?? '').then(
        (address) => {
          if (!isGone) picture.src = address;
        },
        () => {
          if (!isGone) picture.alt ||= t({ zh: '图片无法显示', en: 'The picture cannot be displayed' });
        },
      );
    }
    return () => {
      isGone = true;
    };
  }, [html, pictures, t]);
  return (
    <div
      ref={frame}
      className="kit-rich"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets through an allow-list only (kernel/rich-text), and it is its only source
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
