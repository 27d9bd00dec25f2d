import { DownloadOutlined } from '@ant-design/icons';
import { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import Button from 'antd/es/button';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { useDownload } from '../../../kit/client/use-download.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { useCan } from '../../../kit/permission.tsx';
import styles from './download-buttons.module.css';

/** The numbers of one delivery note as text, spreadsheet or archive. */
export function DownloadButtons({ outboundId, isCentred = false }: { outboundId: string; isCentred?: boolean }) {
  const t = useText();
  const { busy, start } = useDownload(outbound);
  const canSee = useCan('whatsapp/outbound:view');
  const { data: note } = useCall(outbound, 'detail', { id: outboundId }, { enabled: canSee, staleMillis: 0 });
  const left = note && Math.max(0, note.maxDownload - (note.downloadCount - note.staffDownloadCount));
  const download = async (name: 'export-txt' | 'export-excel' | 'export-zip') => {
    await (name === 'export-zip' ? start(name, { ids: outboundId }) : start(name, { id: outboundId }));
    void invalidate(outbound);
  };
  const button = (name: 'export-txt' | 'export-excel' | 'export-zip', label: string) => (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={busy === name}
      disabled={busy !== null && busy !== name}
      onClick={() => void download(name)}
    >
      {label}
    </Button>
  );
  return (
    <div className={`kit-toolbar-main ${isCentred ? styles.centred : ''}`}>
      {button('export-txt', t({ zh: '文本 TXT', en: 'Text' }))}
      {button('export-excel', t({ zh: '表格 Excel', en: 'Excel' }))}
      {button('export-zip', t({ zh: '压缩包 ZIP', en: 'Zip' }))}
      {left !== undefined && (
        <span className={left === 0 ? 'kit-bad' : 'kit-weak'}>
          {left === 0
            ? t({ zh: '下载次数已用完，请联系客服', en: 'No downloads left; please contact support' })
            : t({ zh: '剩余下载次数 {n}', en: '{n} {n|download|downloads} left' }, { n: countText(left) })}
        </span>
      )}
    </div>
  );
}
