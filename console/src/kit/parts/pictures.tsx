import { Suspense, useState } from 'react';
import { DialogLoadBoundary, lazyWithRetry } from '../dialog-load-boundary.tsx';
import { useText } from '../i18n.ts';
import { pictureName } from './picture-name.ts';
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

/** Pictures, each of which opens over the whole screen. */
export function Pictures({ addresses, only, size }: PicturesProps) {
  const t = useText();
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <span className="kit-pictures" data-size={size}>
      {addresses.map((address, at) =>
        only !== undefined && only !== at ? null : (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice
            key={at}
            type="button"
            onClick={(event) => {
              event.stopPropagation();
              setOpened(at);
            }}
          >
            <img src={address} alt={pictureName(t, at, addresses.length)} loading="lazy" />
          </button>
        ),
      )}
      {opened !== null && (
        <DialogLoadBoundary onFailed={() => setOpened(null)}>
          <Suspense>
            <PicturePreview addresses={addresses} start={opened} onClose={() => setOpened(null)} />
          </Suspense>
        </DialogLoadBoundary>
      )}
    </span>
  );
}
