import { dept } from '@trade-assistant/contract/areas/system/dept.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Skeleton from 'antd/es/skeleton';
import type { DataNode } from 'antd/es/tree';
import Tree from 'antd/es/tree/Tree';
import { useMemo } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';

type Node = CallData<typeof dept, 'tree', 'in'>[number];

interface DeptTreeProps {
  readonly chosen: string | undefined;
  /** Undefined: all departments. */
  readonly onChoose: (id: string | undefined) => void;
}

const ALL = '0';

/** The departments, one of which the list beside it is of, with all below it. */
export default function DeptTree({ chosen, onChoose }: DeptTreeProps) {
  const t = useText();
  const locale = useLocale();
  const { data } = useCall(dept, 'tree', {}, { staleMillis: 60_000 });
  const treeData = useMemo((): DataNode[] => {
    const nodeOf = ({ id, title, titleEn, children }: Node): DataNode => ({
      key: id,
      title: (locale === 'en' && titleEn) || title,
      ...(children ? { children: children.map(nodeOf) } : {}),
    });
    return (data ?? []).map(nodeOf);
  }, [data, locale]);
  const all = { key: ALL, title: t({ zh: '全部人员', en: 'All users' }), isLeaf: true };
  return (
    <section className="kit-aside" aria-labelledby="user-departments">
      <h2 id="user-departments">{t(dept.title)}</h2>
      {data ? (
        <Tree
          blockNode
          // Created again with the data, which decides the initially expanded nodes.
          key={treeData.length}
          treeData={[all, ...treeData]}
          defaultExpandAll={treeData.length < 20}
          defaultExpandedKeys={treeData.map(({ key }) => key)}
          height={Math.max(320, window.innerHeight - 260)}
          selectedKeys={[chosen ?? ALL]}
          aria-label={t(dept.title)}
          onSelect={(_keys, { node }) => onChoose(node.key === ALL ? undefined : String(node.key))}
        />
      ) : (
        <Skeleton active title={false} />
      )}
    </section>
  );
}
