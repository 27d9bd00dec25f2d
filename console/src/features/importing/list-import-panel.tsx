import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import { task as tasks } from '@trade-assistant/contract/areas/desk/task.ts';
import type { ListImportReport } from '@trade-assistant/contract/kit/list-import.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox/Checkbox';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';
import { invalidate } from '../../kit/client/query.ts';
import { upload } from '../../kit/client/upload.ts';
import { useDownload } from '../../kit/client/use-download.ts';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { useText } from '../../kit/i18n.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../kit/parts/side-panel.tsx';
import { CancelButton as CancelTask, TaskFiles, TaskProgress } from '../tasks/task-line.tsx';
import { isMoving, useTaskProgress } from '../tasks/use-task-progress.ts';
import { FileDrop } from './file-drop.tsx';
import { ProblemLines } from './problem-lines.tsx';

const { done, failed, cancelled } = taskState.is;
type Answer = ListImportReport | { readonly taskNo: string };

interface ListImportPanelProps {
  /** Resource with the calls `import`, which answers with the outcome or its task, and `template`. */
  readonly resource: Resource;
  readonly maxBytes: number;
  /** A note shown before a file is chosen. */
  readonly help: Text;
  /** Options for lines of existing rows. */
  readonly covered: Text;
  readonly onClose: () => void;
}

/** Imports a list as a whole, or shows the lines to correct. */
export function ListImportPanel(props: ListImportPanelProps) {
  const { resource, maxBytes, help, covered, onClose } = props;
  const t = useText();
  const [file, setFile] = useState<File | null>(null);
  const [isCovered, setCovered] = useState(false);
  const [answered, setReport] = useState<ListImportReport | null>(null);
  const [taskNo, setTaskNo] = useState<string | null>(null);
  const { task, error, secondsLeft } = useTaskProgress(taskNo);
  const isRunning = taskNo !== null && (task === undefined || isMoving(task.state));
  const isEnded = task?.state === done || task?.state === failed;
  const report = answered ?? (isEnded ? (task.result as ListImportReport | null) : null);
  const { isBusy, problem, showProblem, attempt } = useAttempt({ staysOpen: true });
  const { start, busy } = useDownload(resource);
  const send = () =>
    attempt(async (idempotencyKey) => {
      if (!file) return;
      const input = { isCovered: isCovered ? 1 : 0 };
      const answer = (await upload(resource, 'import', input, file, { idempotencyKey })) as Answer;
      if ('taskNo' in answer) {
        setTaskNo(answer.taskNo);
        await invalidate(tasks);
        return;
      }
      setReport(answer);
      await invalidate(resource);
    });
  return (
    <SidePanel
      title={`${t({ zh: '导入', en: 'Import' })} · ${t(resource.title)}`}
      isClosable={false}
      onClose={onClose}
      footer={
        // An accepted file is not sent again by mistake: another file brings the buttons back.
        report?.problemCount === 0 ? (
          <Button type="primary" onClick={onClose}>
            {t({ zh: '完成', en: 'Done' })}
          </Button>
        ) : (
          <>
            {isRunning ? (
              <Button onClick={onClose}>{t({ zh: '在后台继续', en: 'Continue in background' })}</Button>
            ) : (
              <CancelButton disabled={isBusy} />
            )}
            <Button type="primary" disabled={!file || isRunning} loading={isBusy} onClick={() => void send()}>
              {t({ zh: '导入', en: 'Import' })}
            </Button>
          </>
        )
      }
    >
      <Problem text={problem} />
      <p>
        {t(help)}{' '}
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
        maxBytes={maxBytes}
        icon={<FileTextOutlined aria-hidden />}
        isBusy={isBusy || isRunning}
        onFile={(next) => {
          setFile(next);
          setReport(null);
          setTaskNo(null);
        }}
        onProblem={showProblem}
      />
      <p>
        <Checkbox
          checked={isCovered}
          disabled={isBusy || isRunning}
          onChange={({ target }) => setCovered(target.checked)}
        >
          {t(covered)}
        </Checkbox>
      </p>
      {error && <Problem text={messageOf(error)} />}
      {task && isRunning && (
        <div className="kit-task">
          <TaskProgress task={task} secondsLeft={secondsLeft} />
          <CancelTask task={task} label={t({ zh: '取消导入', en: 'Cancel the import' })} />
        </div>
      )}
      {task?.state === failed && !report && <Alert type="error" showIcon title={task.failure} />}
      {task?.state === cancelled && (
        <Alert
          type="warning"
          showIcon
          title={t({ zh: '已取消，没有导入任何内容', en: 'Cancelled. Nothing was imported' })}
        />
      )}
      {report && <ReportOf report={report} files={task && <TaskFiles task={task} />} />}
    </SidePanel>
  );
}

const counted = (n: number): string => n.toLocaleString('en-US');

function ReportOf({ report, files }: { report: ListImportReport; files: ReactNode }) {
  const t = useText();
  const { lines, added, changed, unchanged, problemCount, problems, warningCount, warnings } = report;
  if (problemCount === 0)
    return (
      <>
        <Alert
          type="success"
          showIcon
          title={t(
            {
              zh: '已导入：新增 {added}，修改 {changed}，未变 {unchanged}',
              en: 'Imported: {added} added, {changed} changed, {unchanged} unchanged',
            },
            { added: counted(added), changed: counted(changed), unchanged: counted(unchanged) },
          )}
        />
        {warningCount > 0 && (
          <>
            <Alert
              type="warning"
              showIcon
              title={t({ zh: '{n} 处请核对', en: 'Please check {n} lines' }, { n: counted(warningCount) })}
            />
            <ProblemLines lines={warnings.map(({ lineNo, ...line }) => ({ ...line, place: String(lineNo) }))} />
          </>
        )}
      </>
    );
  return (
    <>
      <Alert
        type="error"
        showIcon
        title={t(
          {
            zh: '共 {lines} 行，{n} 行有误，没有导入任何内容',
            en: '{n} of {lines} lines are invalid; nothing was imported',
          },
          { lines: counted(lines), n: counted(problemCount) },
        )}
        action={files}
      />
      {problemCount > problems.length && (
        <p className="kit-weak">
          {t(
            {
              zh: '以下为前 {n} 行，其余见错误报告',
              en: 'The first {n} are listed below; see the error report for the rest',
            },
            { n: counted(problems.length) },
          )}
        </p>
      )}
      <ProblemLines lines={problems.map(({ lineNo, ...line }) => ({ ...line, place: String(lineNo) }))} />
    </>
  );
}
