import CaretDownFilled from '@ant-design/icons/CaretDownFilled';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import type { DataNode } from 'antd/es/tree';
import Tree from 'antd/es/tree/Tree';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { ControlProps } from '../form/control.ts';
import { useText } from '../i18n.ts';
import { CLEAR } from './clear-icon.tsx';
import { choose, type GrantNode, groupIdsOf, leavesOf, search } from './grants.ts';
import './grant-tree.css';

interface GrantTreeProps extends ControlProps<readonly string[]> {
  readonly nodes: readonly GrantNode[];
}

/**
 * Chooses leaves of a tree; their parents are checked or half-checked accordingly. During a search “all” and “none”
 * apply only to its matches. Nodes the user may not grant stay unchanged and show the reason.
 */
export function GrantTree({ nodes, value, onChange, disabled = false, id, ...rest }: GrantTreeProps) {
  const t = useText();
  const [text, setText] = useState('');
  const sought = useDeferredValue(text);
  const leaves = useMemo(() => idsOf(leavesOf(nodes)), [nodes]);
  const [opened, setOpened] = useState<readonly string[]>(() => groupIdsOf(nodes));
  const shown = useMemo(() => search(nodes, sought), [nodes, sought]);
  const groups = useMemo(() => groupIdsOf(shown), [shown]);
  const treeData = useMemo(() => shown.map((node) => nodeOf(node, sought.trim())), [shown, sought]);
  const shownLeaves = useMemo(() => idsOf(leavesOf(shown)), [shown]);
  const chosen = (value ?? []).filter((one) => leaves.has(one));
  const isSearched = sought.trim() !== '';
  const isOpened = isSearched || opened.length > 0;
  const set = (isChosen: (leaf: GrantNode) => boolean) => onChange?.(choose(chosen, shown, isChosen, nodes));

  return (
    <div className="kit-grants">
      <Input
        {...(id ? { id } : {})}
        allowClear={CLEAR}
        value={text}
        placeholder={t({ zh: '搜索', en: 'Search' })}
        aria-label={t({ zh: '搜索可选项', en: 'Search options' })}
        onChange={({ target }) => setText(target.value)}
        // Enter would send the form around it.
        onPressEnter={(event) => event.preventDefault()}
      />
      <div className="kit-grants-tools">
        <span className="kit-weak kit-number" role="status">
          {t(
            { zh: '已选 {count} / {total}', en: '{count} of {total} selected' },
            { count: chosen.length, total: leaves.size },
          )}
        </span>
        <Button type="text" size="small" disabled={disabled} onClick={() => set(() => true)}>
          {t({ zh: '全选', en: 'All' })}
        </Button>
        <Button type="text" size="small" disabled={disabled} onClick={() => set(() => false)}>
          {t({ zh: '全不选', en: 'None' })}
        </Button>
        <Button type="text" size="small" disabled={isSearched} onClick={() => setOpened(isOpened ? [] : groups)}>
          {isOpened ? t({ zh: '全部收起', en: 'Collapse' }) : t({ zh: '全部展开', en: 'Expand' })}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className="kit-weak">{t({ zh: '没有符合的项', en: 'No matches' })}</p>
      ) : (
        <Tree
          {...rest}
          checkable
          selectable={false}
          disabled={disabled}
          // Draws only visible nodes: a tree may have thousands.
          height={Math.max(240, Math.round(window.innerHeight * 0.6))}
          switcherIcon={<CaretDownFilled aria-hidden />}
          treeData={treeData}
          expandedKeys={isSearched ? groups : [...opened]}
          onExpand={(keys) => setOpened(keys.map(String))}
          checkedKeys={chosen.filter((one) => shownLeaves.has(one))}
          onCheck={(keys) => {
            const checked = new Set((Array.isArray(keys) ? keys : keys.checked).map(String));
            set((leaf) => checked.has(leaf.id));
          }}
        />
      )}
    </div>
  );
}

const idsOf = (nodes: readonly GrantNode[]): ReadonlySet<string> => new Set(nodes.map(({ id }) => id));

function nodeOf({ id, title, refusal, children }: GrantNode, sought: string): DataNode {
  const below = children?.map((child) => nodeOf(child, sought));
  const isRefused = below?.length ? below.every(({ disableCheckbox }) => disableCheckbox) : refusal !== undefined;
  return {
    key: id,
    title: (
      <>
        <span className="kit-grants-title">{marked(title, sought)}</span>
        {refusal !== undefined && <span className="kit-weak"> · {refusal}</span>}
      </>
    ),
    ...(isRefused ? { disableCheckbox: true } : {}),
    ...(below?.length ? { children: below } : {}),
  };
}

function marked(title: string, sought: string): ReactNode {
  const at = sought === '' ? -1 : title.toLowerCase().indexOf(sought.toLowerCase());
  if (at < 0) return title;
  return (
    <>
      {title.slice(0, at)}
      <mark>{title.slice(at, at + sought.length)}</mark>
      {title.slice(at + sought.length)}
    </>
  );
}
