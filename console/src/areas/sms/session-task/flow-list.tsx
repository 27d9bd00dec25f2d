import { FLOW_REPLY_MAX, type Flow, type FlowNode } from '@trade-assistant/contract/areas/sms/flow.ts';
import type { FlowProblem } from '@trade-assistant/contract/areas/sms/flow-check.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { smsParts } from '@trade-assistant/contract/sms-text.ts';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import TextArea from 'antd/es/input/TextArea';
import Select from 'antd/es/select';
import { useEffect, useRef } from 'react';
import { useText } from '../../../kit/i18n.ts';
import styles from './flow.module.css';

interface FlowListProps {
  readonly flow: Flow;
  readonly faults: readonly FlowProblem[];
  readonly isReadOnly: boolean;
  /** The node that is brought into sight. */
  readonly focused: string | null;
  readonly onChange: (nodes: readonly FlowNode[]) => void;
}

const MATCHES: Readonly<Record<FlowNode['match'], Text>> = {
  exact: { zh: '短信等于', en: 'the text is' },
  contains: { zh: '短信包含', en: 'the text contains' },
  any: { zh: '收到任意短信', en: 'any text arrives' },
};
const AFTERS: Readonly<Record<FlowNode['after'], Text>> = {
  wait: { zh: '等待下一条短信', en: 'wait for the next text' },
  continue: { zh: '立即继续', en: 'continue at once with' },
  person: { zh: '转人工', en: 'hand over to a person' },
  end: { zh: '结束会话', en: 'end the session' },
};

/** The nodes as sentences: when a text matches, reply, then what follows. */
export function FlowList({ flow, faults, isReadOnly, focused, onChange }: FlowListProps) {
  const t = useText();
  const { nodes } = flow;
  const change = (id: string, more: Partial<FlowNode>) =>
    onChange(nodes.map((node) => (node.id === id ? { ...node, ...more } : node)));
  const remove = (id: string) =>
    onChange(
      nodes.filter((node) => node.id !== id).map((node) => ({ ...node, next: node.next.filter((one) => one !== id) })),
    );
  const move = (index: number, by: number) => {
    const [node, other] = [nodes[index], nodes[index + by]];
    if (!node || !other) return;
    const moved = [...nodes];
    moved[index] = other;
    moved[index + by] = node;
    onChange(moved);
  };
  if (nodes.length === 0)
    return (
      <p className={styles.empty}>
        {t({
          zh: '添加第一个节点：收到任意短信时回复一份菜单。',
          en: 'Add the first node: when any text arrives, reply with a menu.',
        })}
      </p>
    );
  return (
    <ol className={styles.nodes}>
      {nodes.map((node, index) => (
        <Node
          key={node.id}
          {...{ node, nodes, isReadOnly }}
          isFaulty={faults.some((fault) => fault.node === node.id && fault.isBlocking)}
          isFocused={focused === node.id}
          onChange={(more) => change(node.id, more)}
          onRemove={() => remove(node.id)}
          onUp={index === 0 ? undefined : () => move(index, -1)}
        />
      ))}
    </ol>
  );
}

interface NodeProps {
  readonly node: FlowNode;
  readonly nodes: readonly FlowNode[];
  readonly isReadOnly: boolean;
  readonly isFaulty: boolean;
  readonly isFocused: boolean;
  readonly onChange: (more: Partial<FlowNode>) => void;
  readonly onRemove: () => void;
  readonly onUp: (() => void) | undefined;
}

function Node({ node, nodes, isReadOnly, isFaulty, isFocused, onChange, onRemove, onUp }: NodeProps) {
  const t = useText();
  const place = useRef<HTMLLIElement>(null);
  const { id, isEntry, match, keywords, reply, after, next } = node;
  useEffect(() => {
    if (isFocused) place.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [isFocused]);
  const parts = smsParts(reply);
  const label = (zh: string, en: string) => `${id}: ${t({ zh, en })}`;
  return (
    <li ref={place} className={styles.node} data-faulty={isFaulty || undefined} data-focused={isFocused || undefined}>
      <div className={styles.head}>
        <strong>{id}</strong>
        <Checkbox
          checked={isEntry}
          disabled={isReadOnly}
          onChange={({ target }) => onChange({ isEntry: target.checked })}
        >
          {t({ zh: '入口', en: 'Entry' })}
        </Checkbox>
        {!isReadOnly && (
          <span className={styles.tools}>
            <Button size="small" type="text" disabled={!onUp} onClick={onUp} aria-label={label('上移', 'Move up')}>
              ↑
            </Button>
            <Button size="small" type="text" danger onClick={onRemove} aria-label={label('删除', 'Delete')}>
              {t({ zh: '删除', en: 'Delete' })}
            </Button>
          </span>
        )}
      </div>
      <div className={styles.line}>
        <span>{t({ zh: '当', en: 'When' })}</span>
        <Select
          className={styles.match ?? ''}
          aria-label={label('匹配方式', 'Match')}
          disabled={isReadOnly}
          value={match}
          options={(Object.keys(MATCHES) as FlowNode['match'][]).map((value) => ({ value, label: t(MATCHES[value]) }))}
          onChange={(value) => onChange({ match: value, ...(value === 'any' ? { keywords: [] } : {}) })}
        />
        {match !== 'any' && (
          <Select
            mode="tags"
            className={styles.grow ?? ''}
            aria-label={label('关键词', 'Keywords')}
            disabled={isReadOnly}
            value={[...keywords]}
            tokenSeparators={[',', '，', '、']}
            placeholder={t({ zh: '关键词，回车添加', en: 'Keywords, added by Enter' })}
            open={false}
            suffixIcon={null}
            onChange={(values: string[]) => onChange({ keywords: values.map((one) => one.slice(0, 40)).slice(0, 20) })}
          />
        )}
      </div>
      <div className={styles.line}>
        <span>{t({ zh: '回复', en: 'reply' })}</span>
        <div className={styles.grow ?? ''}>
          <TextArea
            aria-label={label('回复', 'Reply')}
            disabled={isReadOnly}
            value={reply}
            maxLength={FLOW_REPLY_MAX}
            autoSize={{ minRows: 1, maxRows: 6 }}
            onChange={({ target }) => onChange({ reply: target.value })}
          />
          <span className="kit-weak">
            {t(
              { zh: '{n} 条短信，剩 {left}', en: 'parts: {n}, {left} characters left' },
              { n: parts.parts.length, left: parts.unitsLeft },
            )}
          </span>
        </div>
      </div>
      <div className={styles.line}>
        <span>{t({ zh: '然后', en: 'then' })}</span>
        <Select
          className={styles.match ?? ''}
          aria-label={label('之后', 'Then')}
          disabled={isReadOnly}
          value={after}
          options={(Object.keys(AFTERS) as FlowNode['after'][]).map((value) => ({ value, label: t(AFTERS[value]) }))}
          onChange={(value) =>
            onChange({ after: value, ...(value === 'wait' || value === 'continue' ? {} : { next: [] }) })
          }
        />
        {(after === 'wait' || after === 'continue') && (
          <Select
            mode="multiple"
            className={styles.grow ?? ''}
            aria-label={label('后续节点', 'Next nodes')}
            disabled={isReadOnly}
            value={[...next]}
            placeholder={t({ zh: '后续节点，按顺序匹配', en: 'Next nodes, compared in this order' })}
            options={nodes.map((one) => ({ value: one.id, label: `${one.id} ${one.reply.slice(0, 24)}` }))}
            maxCount={after === 'continue' ? 1 : 10}
            onChange={(values: string[]) => onChange({ next: values })}
          />
        )}
      </div>
    </li>
  );
}
