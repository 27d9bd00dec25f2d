import CaretDownFilled from '@ant-design/icons/CaretDownFilled';
import { useQueries } from '@tanstack/react-query';
import { ROOT_REGION, region } from '@trade-assistant/contract/areas/system/region.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Select from 'antd/es/select';
import type { DataNode } from 'antd/es/tree';
import Tree from 'antd/es/tree/Tree';
import { useDeferredValue, useMemo, useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { callKey, queryClient, useCall } from '../../../kit/client/query.ts';
import { showError } from '../../../kit/feedback.tsx';
import { useText } from '../../../kit/i18n.ts';
import { SEARCH_ICON } from '../../../kit/icons/library-icons.tsx';

type Node = CallData<typeof region, 'lazy-tree', 'in'>[number];

interface RegionTreeProps {
  readonly chosen: string;
  readonly onChoose: (code: string) => void;
}

/** The regions below another, fetched when it is expanded. */
const levelOf = (parentCode: string) => ({
  queryKey: callKey(region, 'lazy-tree', { parentCode }),
  queryFn: ({ signal }: { signal?: AbortSignal }) => call(region, 'lazy-tree', { parentCode }, { signal }),
  staleTime: 60_000,
});

/** The regions level by level; a search opens the levels of a match. */
export function RegionTree({ chosen, onChoose }: RegionTreeProps) {
  const t = useText();
  const [opened, setOpened] = useState<readonly string[]>([ROOT_REGION]);
  const root = useCall(region, 'detail', { code: ROOT_REGION }, { staleMillis: 60_000 }).data;
  const levels = useQueries({ queries: opened.map(levelOf) });
  const known = new Map(opened.map((code, index) => [code, levels[index]?.data]));
  const below = (code: string): DataNode[] | undefined => known.get(code)?.map(nodeOf);
  const nodeOf = ({ key, title, hasChildren }: Node): DataNode => {
    const children = below(key);
    return { key, title: <Title code={key} name={title} />, isLeaf: !hasChildren, ...(children ? { children } : {}) };
  };
  const treeData: DataNode[] = [
    {
      key: ROOT_REGION,
      title: <Title code={ROOT_REGION} name={root?.name ?? ''} />,
      children: below(ROOT_REGION) ?? [],
    },
  ];
  const open = (code: string) => setOpened((before) => (before.includes(code) ? before : [...before, code]));
  const find = (code: string, ancestors: readonly string[]) => {
    setOpened((before) => [...new Set([...before, ...ancestors])]);
    onChoose(code);
  };
  return (
    <>
      <RegionSearch onFind={find} />
      <Tree
        blockNode
        height={Math.max(280, Math.round(window.innerHeight * (window.innerWidth < 768 ? 0.4 : 0.6)))}
        switcherIcon={<CaretDownFilled aria-hidden />}
        treeData={treeData}
        selectedKeys={[chosen]}
        expandedKeys={[...opened]}
        aria-label={t({ zh: '行政区划', en: 'Regions' })}
        loadData={async ({ key }) => {
          try {
            await queryClient.fetchQuery(levelOf(String(key)));
            open(String(key));
          } catch (error) {
            showError(error);
          }
        }}
        onExpand={(keys, { node, expanded }) => {
          if (expanded) open(String(node.key));
          else setOpened(keys.map(String));
        }}
        onSelect={(_keys, { node }) => onChoose(String(node.key))}
      />
    </>
  );
}

const Title = ({ code, name }: { code: string; name: string }) => (
  <>
    {name} <span className="kit-weak">{code}</span>
  </>
);

/** Finds a region by a part of its name. */
function RegionSearch({ onFind }: { onFind: (code: string, ancestors: readonly string[]) => void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed.trim());
  const { data, isFetching } = useCall(
    region,
    'list',
    { name_like: sought, size: 30 },
    { enabled: sought !== '', keepPrevious: true },
  );
  const options = useMemo(
    () =>
      sought === ''
        ? []
        : (data?.records ?? []).map(({ code, fullName }) => ({ value: code, label: `${fullName} ${code}` })),
    [data, sought],
  );
  return (
    <Select<string>
      className="kit-fill"
      value={null as unknown as string}
      placeholder={t({ zh: '按名称查找', en: 'Search by name' })}
      aria-label={t({ zh: '按名称查找区划', en: 'Search regions by name' })}
      loading={isFetching}
      showSearch={{ searchIcon: SEARCH_ICON, filterOption: false, onSearch: setTyped }}
      options={options}
      notFoundContent={
        sought === ''
          ? t({ zh: '输入名称的一部分', en: 'Type part of the name' })
          : t({ zh: '没有找到', en: 'No results' })
      }
      onChange={(code) => {
        setTyped('');
        onFind(code, ancestorsOf(code));
      }}
    />
  );
}

/** Returns the prefixes of two, four, six … digits of a code; those that are no region have no children. */
function ancestorsOf(code: string): string[] {
  const above = [ROOT_REGION];
  for (let digits = 2; digits < code.length; digits += code.length > 6 && digits >= 6 ? 3 : 2)
    above.push(code.slice(0, digits));
  return above;
}
