import { checkMode } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { IMPORT_LIMITS } from '@trade-assistant/contract/areas/whatsapp/import-report.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Segmented from 'antd/es/segmented';
import { useId, useState } from 'react';
import { EarlierList } from '../../../features/checks/earlier-list.tsx';
import type { Check, CheckResource } from '../../../features/checks/types.ts';
import { ConsentChoice } from '../../../features/consents/consent-choice.tsx';
import { ColumnChoice } from '../../../features/importing/column-choice.tsx';
import { FileDrop } from '../../../features/importing/file-drop.tsx';
import { unpricedIn } from '../../../features/prices/no-price.tsx';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { upload } from '../../../kit/client/upload.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { CountrySelect } from '../../../kit/form/country-select.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';
import { KindChoice, kindOf } from './kind-choice.tsx';
import { ModeChoice } from './mode-choice.tsx';
import { Quote, QuoteNote, useQuote } from './quote.tsx';

type Source = 'file' | 'text' | 'earlier';
const ACCEPT = '.txt,.csv,.xlsx,.zip';

interface NewCheckProps {
  readonly resource: CheckResource;
  readonly filterType: Dictionary;
  readonly onClose: () => void;
}

/** Starts a check on one page: the list, the country and the check, with price and time before it is paid. */
export default function NewCheck({ resource, filterType, onClose }: NewCheckProps) {
  const t = useText();
  const id = useId();
  const [source, setSource] = useState<Source>('file');
  const [file, setFile] = useState<File | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [inspected, setInspected] = useState<CallData<CheckResource, 'inspect', 'in'> | null>(null);
  const [isInspecting, setInspecting] = useState(false);
  const [column, setColumn] = useState<number | null>(null);
  const [text, setText] = useState('');
  const [taskName, setTaskName] = useState('');
  const [countryCode, setCountry] = useState<string | null>(null);
  const [kind, setKind] = useState(() => kindOf(filterType, filterType.values[0] ?? 1));
  const [mode, setMode] = useState<number>(checkMode.is.live);
  const [earlier, setEarlier] = useState<Check | null>(null);
  const [consentId, setConsent] = useState<string | null>(null);
  const lines = {
    text: linesOf(text),
    file: inspected?.estimatedLines ?? null,
    earlier: earlier?.submitCount ?? null,
  }[source];
  const hasList = { text: lines !== 0, file: inspected !== null && column !== null, earlier: earlier !== null }[source];
  const quote = useQuote(resource, countryCode, kind, lines);
  const isUnpriced = unpricedIn(quote.error) !== null;
  const isCachedSold = typeof quote.data?.cachedUnitPrice === 'string';
  const { isBusy, problem, attempt } = useAttempt({});

  const take = async (chosen: File | null) => {
    setFile(chosen);
    setInspected(null);
    setColumn(null);
    if (!chosen) return;
    setInspecting(true);
    try {
      const found = await upload(resource, 'inspect', {}, chosen);
      setInspected(found);
      setColumn(found.column);
      if (taskName === '') setTaskName(chosen.name.replace(/\.[^.]+$/, '').slice(0, 64));
    } catch (error) {
      setFileProblem(messageOf(error));
      setFile(null);
    } finally {
      setInspecting(false);
    }
  };
  const takeEarlier = (task: Check | null) => {
    setEarlier(task);
    if (task?.countryCode) setCountry(task.countryCode);
    if (task && taskName === '') setTaskName(task.taskName);
  };
  const isReady = hasList && countryCode !== null && quote.data !== undefined && !quote.isFetching;
  const submit = () =>
    attempt(async (idempotencyKey) => {
      if (!isReady || countryCode === null) return;
      const made = await call(
        resource,
        'create-order',
        {
          taskName,
          countryCode,
          ...kind,
          checkMode: isCachedSold ? mode : checkMode.is.live,
          expectedUnitPrice: quote.data?.unitPrice,
          ...(consentId === null ? {} : { consentId }),
          ...{
            text: { numbers: text },
            file: { fileId: inspected?.fileId, column: column ?? undefined },
            earlier: { taskId: earlier?.id },
          }[source],
        },
        { idempotencyKey },
      );
      showSuccess(t({ zh: '已创建检测任务 {no}', en: 'Check {no} created' }, { no: made.taskNo }));
      void invalidate(resource);
      onClose();
    });
  return (
    <SidePanel
      title={t({ zh: '新建检测', en: 'New check' })}
      width={560}
      onClose={onClose}
      isClosable={!isBusy}
      footer={
        <>
          <QuoteNote asked={quote} lines={lines} />
          <CancelButton disabled={isBusy} />
          <Button type="primary" loading={isBusy} disabled={!isReady} onClick={() => void submit()}>
            {t({ zh: '开始检测', en: 'Start check' })}
          </Button>
        </>
      }
    >
      <Problem text={problem} />
      <Form layout="vertical" onFinish={() => void submit()}>
        <Form.Item
          label={t({ zh: '号码名单', en: 'List of numbers' })}
          {...(fileProblem ? { help: fileProblem, validateStatus: 'error' as const } : {})}
        >
          <Segmented<Source>
            block
            style={{ marginBlockEnd: 8 }}
            value={source}
            onChange={setSource}
            options={[
              { value: 'file', label: t({ zh: '上传文件', en: 'Upload a file' }) },
              { value: 'text', label: t({ zh: '粘贴号码', en: 'Paste numbers' }) },
              { value: 'earlier', label: t({ zh: '上次名单', en: 'Earlier list' }) },
            ]}
          />
          {source === 'earlier' ? (
            <EarlierList resource={resource} value={earlier} onChange={takeEarlier} />
          ) : source === 'file' ? (
            <FileDrop
              file={file}
              accept={ACCEPT}
              maxBytes={IMPORT_LIMITS.bulk.bytes}
              icon={null}
              isBusy={isBusy || isInspecting}
              onFile={(chosen) => void take(chosen)}
              onProblem={setFileProblem}
            />
          ) : (
            <Input.TextArea
              rows={6}
              value={text}
              onChange={(event) => setText(event.target.value)}
              aria-label={t({ zh: '号码，每行一个', en: 'Numbers, one per line' })}
              placeholder={t({ zh: '每行一个号码，最多 5000 行', en: 'One number per line, at most 5,000 lines' })}
            />
          )}
        </Form.Item>
        {source === 'file' && inspected && <ColumnChoice inspected={inspected} column={column} onColumn={setColumn} />}
        <Form.Item label={t({ zh: '任务名称', en: 'Task name' })} htmlFor={`${id}-name`}>
          <Input
            id={`${id}-name`}
            value={taskName}
            maxLength={64}
            onChange={(event) => setTaskName(event.target.value)}
          />
        </Form.Item>
        <Form.Item
          label={t({ zh: '国家', en: 'Country' })}
          htmlFor={`${id}-country`}
          {...(isUnpriced
            ? {
                help: t({
                  zh: '该国家没有此检测的价格：请选择其他国家，或申请报价',
                  en: 'This check has no price for the country: choose another one, or ask for a price',
                }),
                validateStatus: 'error' as const,
              }
            : {})}
          extra={t({
            zh: '没有国家码的号码按此国家读取',
            en: 'Numbers without a calling code are read as of this country',
          })}
        >
          <CountrySelect id={`${id}-country`} value={countryCode} onChange={(code) => setCountry(code ?? null)} />
        </Form.Item>
        <KindChoice kinds={filterType} value={kind} onChange={setKind} />
        {isCachedSold && <ModeChoice value={mode} onChange={setMode} />}
        <ConsentChoice value={consentId} onChange={setConsent} />
        <Quote
          resource={resource}
          filterType={kind.filterType}
          asked={quote}
          lines={lines}
          isCached={isCachedSold && mode === checkMode.is.cached}
        />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </SidePanel>
  );
}

/** Counts the lines of a pasted list, repetitions of the same digits once. */
const linesOf = (text: string): number =>
  new Set(
    text
      .split('\n')
      .map((line) => line.replace(/\D/g, '') || line.trim())
      .filter((line) => line !== ''),
  ).size;
