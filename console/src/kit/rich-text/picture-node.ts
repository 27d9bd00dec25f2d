import Image from '@tiptap/extension-image';
import { type PictureSource, pictureAddress } from './pictures.ts';

/** A picture in a text that is being written: the number of a stored file, shown under an address of this page alone. */
export const pictureNode = (source: PictureSource) =>
  Image.extend({
    addAttributes() {
      return {
        file: {
          default: null,
          parseHTML: (element: HTMLElement) => element.dataset['file'] ?? null,
          renderHTML: ({ file }: { file?: string }) => ({ 'data-file': file }),
        },
        alt: { default: '' },
        width: { default: null },
      };
    },
    // A picture pasted from another page is no stored file; it is uploaded or dropped.
    parseHTML: () => [{ tag: 'img[data-file]' }],
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('img');
        dom.alt = String(node.attrs['alt'] ?? '');
        if (node.attrs['width']) dom.width = Number(node.attrs['width']);
        pictureAddress(source, String(node.attrs['file'])).then(
          (address) => (dom.src = address),
          () => undefined,
        );
        return { dom };
      },
  });
