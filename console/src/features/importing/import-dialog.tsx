import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Progress from 'antd/es/progress';
import Result from 'antd/es/result';
import { useContext, useEffect, useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { messageOf } from '../../kit/client/call-error.ts';
import { invalidate } from '../../kit/client/query.ts';
import { confirm, showError, showSuccess } from '../../kit/feedback.tsx';
import { FormDraftContext } from '../../kit/form/draft.ts';
import { type Translate, useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import { SidePanel } from '../../kit/parts/side-panel.tsx';
import { isRecord, useKeptPlace } from '../../kit/persisted-state.ts';
import { TaskFiles, TaskProgress } from '../tasks/task-line.tsx';
import { isMoving, useTaskProgress } from '../tasks/use-task-progress.ts';
import type { ImportOpening } from './address.ts';
import { CountryQuestion, type ReadAs } from './country-question.tsx';
import type { Correction } from './doubts.tsx';
import { ImportForm, ImportFormButtons } from './import-form.tsx';
import type { ImportOptions } from './options.ts';
import { type Report, reportOf } from './report.ts';
import { ReportView } from './report-view.tsx';
import { type StartedImport, useImportForm } from './use-import-form.ts';
import './importing.css';

interface ImportDialogProps {
  readonly resource: Resource;
  readonly options: ImportOptions;
  /** An import started before, to be looked at again. */
  readonly taskNo?: string | undefined;
  /** Values that the opener filled in. */
  readonly initial?: ImportOpening['initial'];
  readonly onClose: () => void;
}

/** Name under which a page keeps the import being watched. */
const STARTED = 'import';

const isStarted = (value: unknown): value is StartedImport => isRecord(value) && typeof value.taskNo === 'string';

/**
 * Import in three steps: the file with the values of all its lines; the check on the server, with live progress; the
 * report, which the user confirms or discards. Discarding the form needs a confirmation. The form (without its file)
 * and the watched import survive a reload; after closing, the import continues in the task centre.
 */
export default function ImportDialog({ resource, options, taskNo, initial, onClose }: ImportDialogProps) {
  const t = useText();
  const place = useKeptPlace();
  const draft = useContext(FormDraftContext);
  const [started, show] = useState<StartedImport | null>(() =>
    taskNo ? { taskNo } : (place.read(STARTED, isStarted) ?? null),
  );
  const setStarted = (next: StartedImport | null) => {
    place.write(STARTED, next ?? undefined);
    show(next);
  };
  const state = useImportForm({ resource, options, draft, initial, onStarted: setStarted });
  const close = () => {
    place.write(STARTED, undefined);
    onClose();
  };
  return (
    <FormDraftContext value={started ? null : draft}>
      <SidePanel
        title={`${t({ zh: '导入', en: 'Import' })} · ${t(resource.title)}`}
        isClosable={false}
        onClose={close}
        footer={started ? undefined : <ImportFormButtons {...state} />}
      >
        {started ? (
          <ImportWatch
            resource={resource}
            options={options}
            started={started}
            onRestart={() => setStarted(null)}
            onTask={setStarted}
            onClose={close}
          />
        ) : (
          <ImportForm resource={resource} options={options} state={state} />
        )}
      </SidePanel>
    </FormDraftContext>
  );
}

function resultText(report: Report | undefined, t: Translate): string {
  const { goodLines, rejectedLines = 0 } = report ?? {};
  if (goodLines === undefined) return t({ zh: '导入完成', en: 'Import complete' });
  return t(
    rejectedLines === 0
      ? { zh: '已导入 {good} 行', en: '{good} lines imported' }
      : { zh: '已导入 {good} 行，拒绝 {bad} 行', en: '{good} lines imported, {bad} rejected' },
    { good: countText(goodLines), bad: countText(rejectedLines) },
  );
}

interface ImportWatchProps extends ImportDialogProps {
  readonly started: StartedImport;
  readonly onRestart: () => void;
  readonly onTask: (started: StartedImport) => void;
}

function ImportWatch({ resource, options, started, onRestart, onTask, onClose }: ImportWatchProps) {
  const t = useText();
  const { task, error, secondsLeft } = useTaskProgress(started.taskNo);
  const [busy, setBusy] = useState<'commit' | 'discard' | 'read' | 'correct' | null>(null);
  const report = reportOf(task?.result);
  const batchNo = started.batchNo ?? report?.batchNo;
  const state = task?.state;
  const unclear = report?.state === 'country' ? report.unclear : undefined;
  useEffect(() => {
    if (state === taskState.is.done) void invalidate(resource);
  }, [state, resource]);

  const commit = async () => {
    if (!options.commit) return;
    setBusy('commit');
    try {
      const next = (await call(resource, options.commit, { taskNo: started.taskNo })) as
        | Partial<StartedImport>
        | undefined;
      await invalidate('desk/task');
      onTask({ ...started, ...(next?.taskNo ? { taskNo: next.taskNo } : {}) });
    } catch (failure) {
      showError(failure, () => void commit());
    } finally {
      setBusy(null);
    }
  };
  const readAs = async (answer: ReadAs) => {
    if (!options.readAs) return;
    setBusy('read');
    try {
      await call(resource, options.readAs, { taskNo: started.taskNo, ...answer });
      await invalidate('desk/task');
    } catch (failure) {
      showError(failure, () => void readAs(answer));
    } finally {
      setBusy(null);
    }
  };
  const correct = async (correction: Correction) => {
    if (!options.correct) return;
    setBusy('correct');
    try {
      await call(resource, options.correct, { taskNo: started.taskNo, ...correction });
      await invalidate('desk/task');
    } catch (failure) {
      showError(failure, () => void correct(correction));
    } finally {
      setBusy(null);
    }
  };
  const discard = async () => {
    if (!options.discard) return;
    const isSure = await confirm({
      title: t({ zh: '作废这次导入？', en: 'Discard this import?' }),
      okText: t({ zh: '作废', en: 'Discard' }),
      isDangerous: true,
    });
    if (isSure) await throwAway(options.discard);
  };
  const throwAway = async (name: string) => {
    setBusy('discard');
    try {
      await call(resource, name, { batchNo });
      await invalidate(resource, 'desk/task');
      showSuccess({ zh: '已作废', en: 'Discarded' });
      onClose();
    } catch (failure) {
      showError(failure, () => void throwAway(name));
    } finally {
      setBusy(null);
    }
  };

  if (!task)
    return error ? <Alert type="error" showIcon title={messageOf(error)} /> : <Progress percent={0} status="active" />;
  const isWaiting = task.state === taskState.is.waiting;
  const isReported = isWaiting && !unclear;
  return (
    <div className="kit-import">
      {isMoving(task.state) && (
        <>
          <p>
            {t({
              zh: '正在处理，可以关闭此窗口，稍后在任务中心查看结果。',
              en: 'You can close this window. The import continues and the result appears in the task centre.',
            })}
          </p>
          <TaskProgress task={task} secondsLeft={secondsLeft} />
        </>
      )}
      {task.state === taskState.is.failed &&
        (report ? (
          <Alert type="error" showIcon title={task.failure} className="kit-alert" />
        ) : (
          <Result status="error" title={t({ zh: '导入失败', en: 'The import failed' })} subTitle={task.failure} />
        ))}
      {task.state === taskState.is.cancelled && (
        <Result status="warning" title={t({ zh: '导入已取消', en: 'The import was cancelled' })} />
      )}
      {task.state === taskState.is.done && (
        <Alert
          type={report?.rejectedLines ? 'warning' : 'success'}
          showIcon
          title={resultText(report, t)}
          className="kit-alert"
        />
      )}
      {isWaiting && unclear && (
        <CountryQuestion unclear={unclear} isBusy={busy === 'read'} onAnswer={(answer) => void readAs(answer)} />
      )}
      {isReported && (
        <Alert
          type="info"
          showIcon
          title={t({ zh: '检查完成，请核对后确认导入', en: 'Check complete. Review the result, then import' })}
          className="kit-alert"
        />
      )}
      {isReported && batchNo && options.preview?.(batchNo)}
      {report && !unclear && !isMoving(task.state) && (
        <ReportView
          report={report}
          reasons={options.reasons}
          isBusy={busy === 'correct'}
          onCorrect={isReported && options.correct ? (correction) => void correct(correction) : undefined}
        />
      )}
      <div className="kit-footer">
        <span className="kit-footer-note">
          <TaskFiles task={task} />
        </span>
        {isWaiting && options.discard && batchNo && (
          <Button
            danger
            loading={busy === 'discard'}
            disabled={busy !== null && busy !== 'discard'}
            onClick={() => void discard()}
          >
            {t({ zh: '作废', en: 'Discard' })}
          </Button>
        )}
        {isReported && options.commit && (
          <Button
            type="primary"
            loading={busy === 'commit'}
            disabled={report?.goodLines === 0 || busy === 'discard'}
            onClick={() => void commit()}
          >
            {report?.goodLines === undefined
              ? t({ zh: '确认导入', en: 'Confirm import' })
              : t({ zh: '导入 {n} 行', en: 'Import {n} lines' }, { n: report.goodLines.toLocaleString('en-US') })}
          </Button>
        )}
        {!isWaiting && !isMoving(task.state) && (
          <Button onClick={onRestart}>{t({ zh: '再导入一个文件', en: 'Import another file' })}</Button>
        )}
        {task.state === taskState.is.done && batchNo && report?.goodLines
          ? options.next?.({ batchNo, goodLines: report.goodLines, onClose })
          : null}
        {!isWaiting && (
          <Button type={isMoving(task.state) || options.next ? 'default' : 'primary'} onClick={onClose}>
            {t({ zh: '关闭', en: 'Close' })}
          </Button>
        )}
      </div>
    </div>
  );
}
