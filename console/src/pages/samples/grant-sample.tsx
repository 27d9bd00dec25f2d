import { useMemo, useState } from 'react';
import { useText } from '../../kit/i18n.ts';
import { GrantTree } from '../../kit/parts/grant-tree.tsx';
import type { GrantNode } from '../../kit/parts/grants.ts';
import { Sample } from './sample.tsx';

const words = {
  title: { zh: '授权树', en: 'Grant tree' },
  stock: { zh: '库存', en: 'Stock' },
  money: { zh: '财务', en: 'Finance' },
  view: { zh: '查看', en: 'View' },
  edit: { zh: '编辑', en: 'Edit' },
  cost: { zh: '成本', en: 'Costs' },
  refund: { zh: '退款', en: 'Refund' },
  refusal: { zh: '您自己没有此权限', en: 'you do not have it yourself' },
} as const;

export function GrantSample() {
  const t = useText();
  const [chosen, choose] = useState<readonly string[]>(['stock:view', 'money:view']);
  const nodes = useMemo<readonly GrantNode[]>(
    () => [
      {
        id: 'stock',
        title: t(words.stock),
        children: [
          { id: 'stock:view', title: t(words.view) },
          { id: 'stock:edit', title: t(words.edit) },
          { id: 'stock:cost', title: t(words.cost), refusal: t(words.refusal) },
        ],
      },
      {
        id: 'money',
        title: t(words.money),
        children: [
          { id: 'money:view', title: t(words.view) },
          { id: 'money:refund', title: t(words.refund) },
        ],
      },
    ],
    [t],
  );
  return (
    <Sample title={words.title}>
      <GrantTree nodes={nodes} value={chosen} onChange={(next) => choose(next ?? [])} aria-label={t(words.title)} />
    </Sample>
  );
}
