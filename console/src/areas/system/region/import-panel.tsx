import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import { region, regionFile } from '@trade-assistant/contract/areas/system/region.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox/Checkbox';
import { useState } from 'react';
import { FileDrop } from '../../../features/importing/file-drop.tsx';
import { invalidate } from '../../../kit/client/query.ts';
import { upload } from '../../../kit/client/upload.ts';
import { useDownload } from '../../../kit/client/use-download.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';

type Report = CallData<typeof region, 'import', 'in'>;

/** Takes a list of regions: all of it, or nothing and the lines to be put right. */
export default function ImportPanel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [file, setFile] = useState<File | null>(null);
  const [isCovered, setCovered] = useState(false);
  const [report, setReport] = useState<Report | null>(null);
  const { isBusy, problem, showProblem, attempt } = useAttempt();
  const { start, busy } = useDownload(region);
  const send = () =>
    attempt(async (idempotencyKey) => {
      if (!file) return;
      setReport(await upload(region, 'import', { isCovered: isCovered ? 1 : 0 }, file, { idempotencyKey }));
      await invalidate(region);
    });
  return (
    <SidePanel
      title={`${t({ zh: '导入', en: 'Import' })} · ${t(region.title)}`}
      isClosable={false}
      onClose={onClose}
      footer={
        <>
          <CancelButton disabled={isBusy} />
          <Button type="primary" disabled={!file} loading={isBusy} onClick={() => void send()}>
            {t({ zh: '导入', en: 'Import' })}
          </Button>
        </>
      }
    >
      <Problem text={problem} />
      <p>
        {t({
          zh: '上级写在下级之前；任何一行有误时不会导入任何内容。',
          en: 'What stands above comes before what is below it. While a line is wrong, nothing is imported.',
        })}{' '}
        <Button
          type="link"
          className="kit-flush"
          loading={busy === 'template'}
          onClick={() => void start('template', {})}
        >
          {t({ zh: '下载模板', en: 'Download the template' })}
        </Button>
      </p>
      <FileDrop
        file={file}
        accept=".csv,.xlsx"
        maxBytes={regionFile.maxBytes}
        icon={<FileTextOutlined aria-hidden />}
        isBusy={isBusy}
        onFile={(next) => {
          setFile(next);
          setReport(null);
        }}
        onProblem={showProblem}
      />
      <p>
        <Checkbox checked={isCovered} disabled={isBusy} onChange={({ target }) => setCovered(target.checked)}>
          {t({ zh: '编号已存在时用文件内容覆盖', en: 'Change regions whose code is there already' })}
        </Checkbox>
      </p>
      {report && <ReportOf report={report} />}
    </SidePanel>
  );
}

function ReportOf({ report }: { report: Report }) {
  const t = useText();
  const { lines, added, changed, unchanged, problemCount, problems } = report;
  if (problemCount === 0)
    return (
      <Alert
        type="success"
        showIcon
        title={t(
          {
            zh: '已导入：新增 {added}，修改 {changed}，未变 {unchanged}',
            en: 'Imported: {added} added, {changed} changed, {unchanged} as they were',
          },
          { added, changed, unchanged },
        )}
      />
    );
  return (
    <>
      <Alert
        type="error"
        showIcon
        title={t(
          {
            zh: '共 {lines} 行，{n} 行有误，没有导入任何内容',
            en: '{n} of {lines} lines are wrong; nothing was imported',
          },
          { lines, n: problemCount },
        )}
      />
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '行', en: 'Line' })}</th>
            <th>{t({ zh: '内容', en: 'Content' })}</th>
            <th>{t({ zh: '原因', en: 'Reason' })}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ lineNo, text, reason }) => (
            <tr key={lineNo}>
              <td className="kit-number">{lineNo}</td>
              <td>
                <code>{text}</code>
              </td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
