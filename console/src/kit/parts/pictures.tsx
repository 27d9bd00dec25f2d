import FilePdfOutlined from '@ant-design/icons/FilePdfOutlined';
import { Suspense, useState } from 'react';
import { DialogLoadBoundary, lazyWithRetry } from '../dialog-load-boundary.tsx';
import { useText } from '../i18n.ts';
import { pdfName, pictureName } from './picture-name.ts';
import './pictures.css';

// Most people look at the small ones.
const PicturePreview = lazyWithRetry(() => import('./picture-preview.tsx'));

interface PicturesProps {
  readonly addresses: readonly string[];
  /** Shows this one alone; the others follow it over the whole screen. */
  readonly only?: number;
  /** `row`: as high as a line of a table; `record`: to be recognized; `evidence`: to be read. */
  readonly size: 'row' | 'record' | 'evidence';
}

/** Pictures, each of which opens over the whole screen, and PDF files, which open in a tab of their own. */
export function Pictures({ addresses, only, size }: PicturesProps) {
  const t = useText();
  const [opened, setOpened] = useState<number | null>(null);
  const pictures = addresses.filter((address) => !isPdf(address));
  return (
    <span className="kit-pictures" data-size={size}>
      {addresses.map((address, at) =>
        only !== undefined && only !== at ? null : isPdf(address) ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may occur twice
            key={at}
            href={address}
            target="_blank"
            rel="noreferrer"
            onClick={(event) => event.stopPropagation()}
          >
            <FilePdfOutlined aria-hidden /> {pdfName(t, at, addresses.length)}
          </a>
        ) : (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may occur twice
            key={at}
            type="button"
            onClick={(event) => {
              event.stopPropagation();
              setOpened(pictures.indexOf(address));
            }}
          >
            <img src={address} alt={pictureName(t, at, addresses.length)} loading="lazy" />
          </button>
        ),
      )}
      {opened !== null && (
        <DialogLoadBoundary onFailed={() => setOpened(null)}>
          <Suspense>
            <PicturePreview addresses={pictures} start={opened} onClose={() => setOpened(null)} />
          </Suspense>
        </DialogLoadBoundary>
      )}
    </span>
  );
}

const isPdf = (address: string): boolean => /\.pdf(?:&|$)/.test(address);
