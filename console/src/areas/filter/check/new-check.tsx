import { checkMode } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { IMPORT_LIMITS } from '@trade-assistant/contract/areas/whatsapp/import-report.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useId, useState } from 'react';
import type { CheckResource } from '../../../features/checks/types.ts';
import { ConsentChoice } from '../../../features/consents/consent-choice.tsx';
import { AgentChoice } from '../../../features/list-tasks/agent-choice.tsx';
import { ListInput } from '../../../features/list-tasks/list-input.tsx';
import { needed } from '../../../features/list-tasks/still-needed.tsx';
import { TaskPanel } from '../../../features/list-tasks/task-panel.tsx';
import { useListInput } from '../../../features/list-tasks/use-list-input.ts';
import { unpricedIn } from '../../../features/prices/no-price.tsx';
import { useIsStaff } from '../../../features/upline/use-is-staff.ts';
import { call } from '../../../kit/client/call.ts';
import { useText } from '../../../kit/i18n.ts';
import { KindChoice, kindOf } from './kind-choice.tsx';
import { ModeChoice } from './mode-choice.tsx';
import { Quote, QuoteNote, useQuote } from './quote.tsx';

interface NewCheckProps {
  readonly resource: CheckResource;
  readonly filterType: Dictionary;
  readonly onClose: () => void;
}

/** Starts a check on one page: the list, the country and the check, with price and time before it is paid. */
export default function NewCheck({ resource, filterType, onClose }: NewCheckProps) {
  const t = useText();
  const id = useId();
  const isStaff = useIsStaff();
  const [agentId, setAgent] = useState<string | null>(null);
  const list = useListInput(resource, { isWhole: true });
  const [taskName, setTaskName] = useState<string | null>(null);
  const [kind, setKind] = useState(() => kindOf(filterType, filterType.values[0] ?? 1));
  const [mode, setMode] = useState<number>(checkMode.is.live);
  const [consentId, setConsent] = useState<string | null>(null);
  const countryCode = list.countryCode ?? (list.source === 'check' ? (list.check?.countryCode ?? null) : null);
  const owner = agentId === null ? {} : { agentId };
  const quote = useQuote(resource, isStaff && agentId === null ? null : countryCode, { ...kind, ...owner }, list.lines);
  const isCachedSold = typeof quote.data?.cachedUnitPrice === 'string';
  const name = (taskName ?? list.name ?? '').slice(0, 64);
  const send = async (idempotencyKey: string) => {
    const made = await call(
      resource,
      'create-order',
      {
        ...owner,
        taskName: name,
        countryCode: countryCode ?? '',
        ...kind,
        checkMode: isCachedSold ? mode : checkMode.is.live,
        expectedUnitPrice: quote.data?.unitPrice,
        ...(consentId === null ? {} : { consentId }),
        ...{
          text: { numbers: list.text },
          file: { fileId: list.inspected?.fileId, column: list.column ?? undefined },
          check: { taskId: list.check?.id },
        }[list.source],
      },
      { idempotencyKey },
    );
    return t({ zh: '已创建检测任务 {no}', en: 'Check {no} created' }, { no: made.taskNo });
  };
  return (
    <TaskPanel
      title={t({ zh: '新建检测', en: 'New check' })}
      width={560}
      resource={resource}
      submitText={t({ zh: '开始检测', en: 'Start check' })}
      isReady={list.input !== null && quote.data !== undefined && !quote.isFetching}
      isFilled={list.input !== null}
      missing={[
        isStaff && agentId === null && needed.agent,
        list.input === null && needed.list,
        countryCode === null && needed.country,
      ]}
      note={<QuoteNote asked={quote} lines={list.lines} />}
      send={send}
      onClose={onClose}
    >
      {isStaff && (
        <AgentChoice
          value={agentId}
          onChange={(chosen) => {
            setAgent(chosen);
            list.setCheck(null);
            setConsent(null);
          }}
        />
      )}
      <ListInput
        list={{ ...list, countryCode }}
        checks={resource}
        ownerId={agentId}
        label={t({ zh: '号码名单', en: 'List of numbers' })}
        hint={t({ zh: '每行一个号码，最多 5000 行', en: 'One number per line, at most 5,000 lines' })}
        maxBytes={IMPORT_LIMITS.bulk.bytes}
        isOneCountry
        countryProblem={
          unpricedIn(quote.error) === null
            ? undefined
            : t({
                zh: '该国家没有此检测的价格：请选择其他国家，或申请报价',
                en: 'This check has no price for the country: choose another one, or ask for a price',
              })
        }
      />
      <Form.Item label={t({ zh: '任务名称', en: 'Task name' })} htmlFor={`${id}-name`}>
        <Input id={`${id}-name`} value={name} maxLength={64} onChange={({ target }) => setTaskName(target.value)} />
      </Form.Item>
      <KindChoice kinds={filterType} value={kind} onChange={setKind} />
      {isCachedSold && <ModeChoice value={mode} onChange={setMode} />}
      {(!isStaff || agentId !== null) && (
        <ConsentChoice key={agentId} ownerId={agentId} value={consentId} onChange={setConsent} />
      )}
      <Quote
        resource={resource}
        filterType={kind.filterType}
        asked={quote}
        lines={list.lines}
        isCached={isCachedSold && mode === checkMode.is.cached}
        isCounted={list.source === 'check'}
      />
    </TaskPanel>
  );
}
