import {
  EMPTY_FLOW,
  FLOW_NODES_MAX,
  type Flow,
  type FlowNode,
  flowSchema,
} from '@trade-assistant/contract/areas/sms/flow.ts';
import { checkFlow, flowProblems } from '@trade-assistant/contract/areas/sms/flow-check.ts';
import { sessionTaskStatus } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { sessionTask } from '@trade-assistant/contract/areas/sms/session-task.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Segmented from 'antd/es/segmented';
import Skeleton from 'antd/es/skeleton';
import { Suspense, useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import { showSuccess } from '../../../kit/feedback.tsx';
import { useText } from '../../../kit/i18n.ts';
import { InlineLoadBoundary } from '../../../kit/inline-load-boundary.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { usePersistedState } from '../../../kit/persisted-state.ts';
import styles from './flow.module.css';
import { FlowList } from './flow-list.tsx';
import { Simulator } from './simulator.tsx';

const FlowGraph = lazyWithRetry(() => import('./flow-graph.tsx'));

type Task = WireRowOf<typeof sessionTask>;
const isFlow = (value: unknown): value is Flow | null => value === null || flowSchema.safeParse(value).success;

/** The flow of a task: its list of nodes, the same as a graph, its faults, and a phone to try it. */
export default function FlowTab({ row }: { readonly row: Task }) {
  const t = useText();
  const canEdit = useCan('sms/session-task:edit') && row.status !== sessionTaskStatus.is.ended;
  // Unsaved nodes survive a reload.
  const [edited, setEdited] = usePersistedState<Flow | null>(`flow:${row.id}`, null, isFlow);
  const [side, setSide] = useState<'phone' | 'graph'>('phone');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const flow = edited ?? (row.flowJson as Flow | null) ?? EMPTY_FLOW;
  const faults = checkFlow(flow);
  const blocking = faults.filter(({ isBlocking }) => isBlocking).length;
  const change = (nodes: readonly FlowNode[]) => setEdited({ nodes: [...nodes] });
  const add = () => {
    const id = freeId(flow);
    const isFirst = flow.nodes.length === 0;
    change([
      ...flow.nodes,
      { id, isEntry: isFirst, match: isFirst ? 'any' : 'exact', keywords: [], reply: '', after: 'wait', next: [] },
    ]);
    setFocused(id);
  };
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await call(sessionTask, 'update', { id: row.id, flowJson: flow } as never);
      setEdited(null);
      showSuccess({ zh: '流程已保存，新会话使用新版本', en: 'Flow saved; new sessions use the new version' });
      await invalidate(sessionTask);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.flow}>
      <div className={styles.bar}>
        <span className="kit-weak">
          {t(
            { zh: '{n} / {max} 个节点 · 版本 {version}', en: '{n} of {max} nodes · version {version}' },
            { n: flow.nodes.length, max: FLOW_NODES_MAX, version: row.flowVersion },
          )}
        </span>
        <Segmented
          size="small"
          value={side}
          options={[
            { value: 'phone', label: t({ zh: '模拟', en: 'Simulator' }) },
            { value: 'graph', label: t({ zh: '流程图', en: 'Graph' }) },
          ]}
          onChange={setSide}
        />
        {canEdit && (
          <>
            <Button disabled={flow.nodes.length >= FLOW_NODES_MAX} onClick={add}>
              {t({ zh: '添加节点', en: 'Add a node' })}
            </Button>
            <Button type="primary" disabled={edited === null} loading={isBusy} onClick={() => void save()}>
              {t({ zh: '保存流程', en: 'Save the flow' })}
            </Button>
            {edited !== null && (
              <Button type="text" onClick={() => setEdited(null)}>
                {t({ zh: '放弃修改', en: 'Discard changes' })}
              </Button>
            )}
          </>
        )}
      </div>
      <Problem text={problem} />
      {faults.length > 0 && (
        <Alert
          type={blocking > 0 ? 'error' : 'warning'}
          showIcon
          title={
            blocking > 0
              ? t({ zh: '{n} 处问题，修正后才能启动', en: '{n} problems prevent the start' }, { n: blocking })
              : t({ zh: '可以启动，但请留意', en: 'It can be started, but note' })
          }
          description={
            <ul className={styles.faults}>
              {faults.map(({ code, node, detail }) => (
                <li key={`${code} ${node} ${detail}`}>
                  {node !== null && (
                    <button type="button" className="kit-link" onClick={() => setFocused(node)}>
                      {node}
                    </button>
                  )}{' '}
                  {t(flowProblems[code], { detail })}
                </li>
              ))}
            </ul>
          }
        />
      )}
      <div className={styles.columns}>
        <FlowList flow={flow} faults={faults} isReadOnly={!canEdit} focused={focused} onChange={change} />
        <div className={styles.side}>
          {side === 'phone' ? (
            <Simulator flow={flow} repliesMax={row.repliesMax} onNode={setFocused} />
          ) : (
            <InlineLoadBoundary>
              <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
                <FlowGraph flow={flow} faults={faults} onNode={setFocused} />
              </Suspense>
            </InlineLoadBoundary>
          )}
        </div>
      </div>
    </div>
  );
}

/** Returns an id that no node has. */
function freeId({ nodes }: Flow): string {
  for (let n = nodes.length + 1; ; n += 1) if (!nodes.some(({ id }) => id === `n${n}`)) return `n${n}`;
}
