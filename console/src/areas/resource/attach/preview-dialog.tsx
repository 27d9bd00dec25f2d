import type { attach } from '@trade-assistant/contract/areas/resource/attach.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import Skeleton from 'antd/es/skeleton';
import { useEffect, useState } from 'react';
import { CallError, errorIn, messageOf } from '../../../kit/client/call-error.ts';
import { readJson, send } from '../../../kit/client/request.ts';
import { useFocusBack } from '../../../kit/focus-back.ts';
import { useText } from '../../../kit/i18n.ts';
import styles from './preview.module.css';
import { previewOf } from './preview-kinds.ts';

interface PreviewDialogProps {
  readonly row: WireRowOf<typeof attach>;
  readonly onClose: () => void;
}

type PreviewState = { readonly address: string } | { readonly text: string } | { readonly problem: string };

/** A file to be looked at: fetched with the session's token, shown from memory. */
export default function PreviewDialog({ row, onClose }: PreviewDialogProps) {
  const t = useText();
  const kind = previewOf(row.extension);
  const [seen, setSeen] = useState<PreviewState | null>(null);
  useFocusBack();
  useEffect(() => {
    let address: string | undefined;
    const leaving = new AbortController();
    fetchFile(row.id, leaving.signal)
      .then(async (content) => {
        if (kind === 'text') return setSeen({ text: await content.text() });
        address = URL.createObjectURL(content);
        setSeen({ address });
      })
      .catch((error: unknown) => leaving.signal.aborted || setSeen({ problem: messageOf(error) }));
    return () => {
      leaving.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [row.id, kind]);
  return (
    <Modal open centered width={960} footer={null} title={row.originalName} onCancel={onClose}>
      {seen === null && <Skeleton active />}
      {seen && 'problem' in seen && <Alert type="error" showIcon title={seen.problem} />}
      {seen && 'text' in seen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the keyboard too
        <pre className={styles.text} tabIndex={0}>
          {seen.text}
        </pre>
      )}
      {seen && 'address' in seen && kind === 'picture' && (
        <img className={styles.picture} src={seen.address} alt={row.originalName} />
      )}
      {seen && 'address' in seen && kind === 'pdf' && (
        <iframe className={styles.page} src={seen.address} title={t({ zh: 'PDF 预览', en: 'PDF' })} />
      )}
    </Modal>
  );
}

async function fetchFile(id: string, signal: AbortSignal): Promise<Blob> {
  const response = await send({ path: 'resource/attach/preview', method: 'GET', input: { id }, isFile: true, signal });
  if (response.ok) return response.blob();
  throw errorIn(response.status, await readJson(response)) ?? new CallError('', 'answer', { code: response.status });
}
