import { DownloadOutlined } from '@ant-design/icons';
import { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import { text, yes } from '@trade-assistant/contract/kit/field.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Progress from 'antd/es/progress';
import { useRef, useState } from 'react';
import { messageOf } from '../../../kit/client/call-error.ts';
import { type DownloadProgress, download } from '../../../kit/client/download.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { sizeText } from '../../../kit/file-check.ts';
import { FieldForm } from '../../../kit/form/field-form.tsx';
import { initialValues, valuesToSend } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';

type Format = 'txt' | 'excel' | 'zip';

/** From this quantity on, staff give a reason for a download. */
const REASON_FROM = 10_000;

interface DownloadsProps {
  readonly notes: readonly WireRowOf<typeof outbound>[];
  readonly onClose: () => void;
}

/** Of the customer's downloads. */
const usedOf = ({ downloadCount, staffDownloadCount }: WireRowOf<typeof outbound>): number =>
  downloadCount - staffDownloadCount;

/** The numbers of one or several notes as text, spreadsheet or archive. Every download counts. */
export default function Downloads({ notes, onClose }: DownloadsProps) {
  const t = useText();
  const [form] = Form.useForm();
  // A ref: the form answers before the next drawing.
  const format = useRef<Format>('txt');
  const [busy, setBusy] = useState<Format | null>(null);
  const [progress, setProgress] = useState<DownloadProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const count = notes.reduce((sum, { deliveredQty }) => sum + deliveredQty, 0);
  const usedUp = notes.filter((note) => usedOf(note) >= note.maxDownload);
  const fields = fieldsFor(count);

  const submit = async () => {
    const chosen = format.current;
    setBusy(chosen);
    setProblem(null);
    const more = valuesToSend(fields, form.getFieldsValue());
    const one = notes.length === 1 ? notes[0] : undefined;
    const ids = notes.map(({ id }) => id).join(',');
    try {
      if (chosen === 'zip') await download(outbound, 'export-zip', { ids, ...more }, setProgress);
      else if (one) await download(outbound, `export-${chosen}`, { id: one.id, ...more }, setProgress);
      else await download(outbound, `export-${chosen}/batch`, { ids, ...more }, setProgress);
      showSuccess({ zh: '文件已下载', en: 'File downloaded' });
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(null);
      setProgress(null);
      void invalidate(outbound);
    }
  };
  const button = (name: Format, label: string) => (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      type={name === 'txt' ? 'primary' : 'default'}
      loading={busy === name}
      disabled={busy !== null && busy !== name}
      onClick={() => {
        format.current = name;
        form.submit();
      }}
    >
      {label}
    </Button>
  );
  return (
    <SidePanel
      title={`${t({ zh: '下载', en: 'Download' })} · ${
        notes.length === 1
          ? notes[0]?.outboundNo
          : t({ zh: '{n} 张出库单', en: '{n} {n|delivery note|delivery notes}' }, { n: notes.length })
      }`}
      width={560}
      onClose={onClose}
      footer={
        <>
          {button('zip', 'ZIP')}
          {button('excel', 'Excel')}
          {button('txt', 'TXT')}
        </>
      }
    >
      {problem && <Alert type="error" showIcon title={problem} className="kit-alert" />}
      {usedUp.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="kit-alert"
          title={t(
            { zh: '{n} 张出库单的下载次数已用完', en: 'Download limit reached for {n} delivery notes' },
            { n: usedUp.length },
          )}
        />
      )}
      <p>
        {t({ zh: '共 {n} 个号码。', en: '{n} {n|number|numbers} in total.' }, { n: countText(count) })}{' '}
        {notes.length === 1 &&
          notes[0] &&
          t(
            { zh: '已下载 {used} 次，上限 {max} 次。', en: '{used} of {max} downloads used.' },
            { used: usedOf(notes[0]), max: notes[0].maxDownload },
          )}
      </p>
      <FieldForm
        form={form}
        fields={fields}
        initial={initialValues(fields)}
        isBusy={busy !== null}
        onSubmit={() => void submit()}
      />
      {busy && (
        <Progress
          percent={Math.floor((progress?.share ?? 0) * 100)}
          status="active"
          format={() => (progress ? sizeText(progress.bytes) : t({ zh: '准备中', en: 'Preparing' }))}
        />
      )}
    </SidePanel>
  );
}

const fieldsFor = (count: number) => ({
  plus: yes({ label: { zh: '带加号', en: 'With the plus sign' }, initial: 0 }),
  reason: text({
    label: { zh: '原因', en: 'Reason' },
    help: { zh: '大批量导出需填写原因', en: 'Required for large downloads' },
    max: 255,
    required: count > REASON_FROM,
  }),
});
