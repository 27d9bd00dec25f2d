import type { ReactNode } from 'react';
import { showSuccess, showWarning } from '../feedback.tsx';
import { useText } from '../i18n.ts';

/** Copies a text; the clipboard api is missing on plain http, the old way still works there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const { activeElement } = document;
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    // A modal dialog takes the focus back from fields outside it.
    (activeElement?.closest('[role="dialog"]') ?? document.body).append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    if (activeElement instanceof HTMLElement) activeElement.focus();
    return isDone;
  }
}

/** A value that copies itself when clicked. */
export function Copyable({ text, children }: { text: string; children?: ReactNode }) {
  const t = useText();
  return (
    <button
      type="button"
      className="kit-copy"
      title={t({ zh: '点击复制', en: 'Click to copy' })}
      onClick={(event) => {
        event.stopPropagation();
        void copyText(text).then((isDone) =>
          isDone
            ? showSuccess({ zh: '已复制', en: 'Copied' })
            : showWarning({ zh: '无法复制，请手动选择', en: 'Could not copy; please select and copy it yourself' }),
        );
      }}
    >
      {children ?? text}
    </button>
  );
}
