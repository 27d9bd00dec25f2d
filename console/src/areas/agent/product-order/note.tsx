import { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import Modal from 'antd/es/modal';
import { Link } from 'react-router';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { Nothing } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { useCan } from '../../../kit/permission.tsx';
import { DownloadButtons } from '../product/download-buttons.tsx';

/** The delivery note of an order, leading to it. */
export function NoteLink({ outboundNo }: { outboundNo: string | null }) {
  const canSeeNotes = useCan('whatsapp/outbound:view');
  if (!outboundNo) return <Nothing />;
  return canSeeNotes ? (
    <Link to={`/${outbound.name}?outboundNo=${encodeURIComponent(outboundNo)}`}>{outboundNo}</Link>
  ) : (
    <Copyable text={outboundNo} />
  );
}

interface NoteFilesProps {
  readonly row: { readonly outboundId: string | null; readonly outboundNo: string | null };
  readonly onClose: () => void;
}

/** Which kind of file the numbers of an order are wanted in. */
export function NoteFiles({ row, onClose }: NoteFilesProps) {
  const t = useText();
  return (
    <Modal
      open
      centered
      footer={null}
      title={`${t({ zh: '下载号码', en: 'Download numbers' })} · ${row.outboundNo ?? ''}`}
      onCancel={onClose}
    >
      <p className="kit-weak">
        {t({
          zh: '每次下载都会计数，次数用完后需联系客服。',
          en: 'Downloads are counted; when they are used up, ask our support.',
        })}
      </p>
      {row.outboundId && <DownloadButtons outboundId={row.outboundId} />}
    </Modal>
  );
}
