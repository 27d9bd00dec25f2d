import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import type { MenuSide } from '@trade-assistant/contract/areas/system/menu-arrangement.ts';
import Button from 'antd/es/button';
import Flex from 'antd/es/flex';
import Segmented from 'antd/es/segmented';
import Skeleton from 'antd/es/skeleton';
import Tree from 'antd/es/tree/Tree';
import Typography from 'antd/es/typography';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { showError } from '../../../kit/feedback.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { nodesOf, placeOf, sideNames } from './nodes.tsx';

interface Move {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly beforeId?: string | undefined;
}

/**
 * Menus are dragged to their place, or moved by buttons; each move applies to all users of the side at once. Agents have their own
 * arrangement of the same menus.
 */
export default function ArrangePanel({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const [side, setSide] = useState<MenuSide>('staff');
  const { data, error, refetch } = useCall(menu, 'menu-list', { side }, { staleMillis: 0, keepPrevious: true });
  const [chosen, setChosen] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const move = async (to: Move) => {
    setBusy(true);
    try {
      await call(menu, 'move', { ...to, side });
      await invalidate(menu);
    } catch (problem) {
      showError(problem);
    } finally {
      setBusy(false);
    }
  };
  const place = data && chosen !== undefined ? placeOf(data, chosen) : undefined;
  const step = (by: -1 | 1) => {
    if (!place || chosen === undefined) return;
    const before = place.level[place.index + (by === -1 ? -1 : 2)];
    void move({ id: chosen, parentId: place.parentId, beforeId: before?.id });
  };
  return (
    <SidePanel title={t({ zh: '调整顺序', en: 'Reorder' })} width={480} onClose={onClose}>
      <Segmented<MenuSide>
        aria-label={t({ zh: '谁的菜单', en: 'Whose menu' })}
        style={{ marginBlockEnd: 12 }}
        value={side}
        onChange={(next) => {
          setSide(next);
          setChosen(undefined);
        }}
        options={(['staff', 'agents'] as const).map((value) => ({ value, label: t(sideNames[value]) }))}
      />
      <Typography.Paragraph type="secondary">
        {t({
          zh: '拖动菜单，或选中后用按钮移动；立即对该菜单的所有人生效',
          en: 'Drag a menu, or select it and use the buttons; applies immediately to everybody with this menu',
        })}
      </Typography.Paragraph>
      <Flex gap="small" style={{ marginBlockEnd: 12 }}>
        <Button icon={<ArrowUpOutlined />} disabled={isBusy || !place || place.index === 0} onClick={() => step(-1)}>
          {t({ zh: '上移', en: 'Up' })}
        </Button>
        <Button
          icon={<ArrowDownOutlined />}
          disabled={isBusy || !place || place.index === place.level.length - 1}
          onClick={() => step(1)}
        >
          {t({ zh: '下移', en: 'Down' })}
        </Button>
      </Flex>
      {error ? (
        <ListProblem error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Tree
          blockNode
          showIcon
          draggable={{ icon: false }}
          disabled={isBusy}
          treeData={nodesOf(data, locale)}
          selectedKeys={chosen === undefined ? [] : [chosen]}
          onSelect={(keys) => setChosen(keys[0] === undefined ? undefined : String(keys[0]))}
          onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
            const id = String(dragNode.key);
            if (!dropToGap) return void move({ id, parentId: String(node.key) });
            const at = placeOf(data, String(node.key));
            if (!at) return;
            // The gap above a node is numbered one less than the node itself.
            const isAbove = dropPosition < at.index;
            const rest = at.level.slice(isAbove ? at.index : at.index + 1).filter((entry) => entry.id !== id);
            void move({ id, parentId: at.parentId, beforeId: rest[0]?.id });
          }}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} title={false} />
      )}
    </SidePanel>
  );
}
