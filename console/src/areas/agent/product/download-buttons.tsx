import { DownloadOutlined } from '@ant-design/icons';
import { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import Button from 'antd/es/button';
import { useDownload } from '../../../kit/client/use-download.ts';
import { useText } from '../../../kit/i18n.ts';
import styles from './download-buttons.module.css';

/** The numbers of one delivery note as text, spreadsheet or archive. */
export function DownloadButtons({ outboundId, isCentred = false }: { outboundId: string; isCentred?: boolean }) {
  const t = useText();
  const { busy, start } = useDownload(outbound);
  const button = (name: 'export-txt' | 'export-excel' | 'export-zip', label: string) => (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={busy === name}
      disabled={busy !== null && busy !== name}
      onClick={() => void (name === 'export-zip' ? start(name, { ids: outboundId }) : start(name, { id: outboundId }))}
    >
      {label}
    </Button>
  );
  return (
    <div className={`kit-toolbar-main ${isCentred ? styles.centred : ''}`}>
      {button('export-txt', t({ zh: '文本 TXT', en: 'Text' }))}
      {button('export-excel', t({ zh: '表格 Excel', en: 'Excel' }))}
      {button('export-zip', t({ zh: '压缩包 ZIP', en: 'Zip' }))}
    </div>
  );
}
