import type { CallInput, Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useState } from 'react';
import { showError, showProgress } from '../feedback.tsx';
import { sizeText } from '../file-check.ts';
import { translate } from '../i18n.ts';
import type { CallName } from './call.ts';
import { type DownloadProgress, download } from './download.ts';
import { invalidate } from './query.ts';

/** Fetches a file and shows its progress in a message. Shows failures; resolves to whether it succeeded. */
export async function downloadWithProgress<R extends Resource, K extends CallName<R>>(
  resource: R,
  name: K,
  input: CallInput<R, K, 'in'>,
): Promise<boolean> {
  const progress = showProgress(translate({ zh: '正在准备文件…', en: 'Preparing the file…' }));
  try {
    await download(resource, name, input, (state) => progress.update(wordsOf(state)));
    progress.done({ zh: '文件已下载', en: 'File downloaded' });
    return true;
  } catch (error) {
    progress.close();
    showError(error, () => void downloadWithProgress(resource, name, input));
    return false;
  } finally {
    // Downloads are counted.
    void invalidate(resource);
  }
}

/** `downloadWithProgress` for buttons: returns which one is busy. */
export function useDownload<R extends Resource>(
  resource: R,
): {
  readonly busy: string | null;
  readonly start: <K extends CallName<R>>(name: K, input: CallInput<R, K, 'in'>) => Promise<boolean>;
} {
  const [busy, setBusy] = useState<string | null>(null);
  return {
    busy,
    start: async (name, input) => {
      setBusy(name);
      try {
        return await downloadWithProgress(resource, name, input);
      } finally {
        setBusy(null);
      }
    },
  };
}

const wordsOf = ({ bytes, share }: DownloadProgress): string =>
  share === undefined
    ? translate({ zh: '正在下载 {size}', en: 'Downloading {size}' }, { size: sizeText(bytes) })
    : translate({ zh: '正在下载 {n}%', en: 'Downloading {n}%' }, { n: Math.floor(share * 100) });
