import Button from 'antd/es/button';
import Empty from 'antd/es/empty';
import { useText } from '../../i18n.ts';

interface EmptyListProps {
  /** The fetch failed, so it is unknown whether rows exist. */
  readonly hasFailed: boolean;
  readonly isFiltered: boolean;
  readonly words: string | undefined;
  readonly onClear: () => void;
  readonly onAdd: (() => void) | undefined;
}

/** Explains why the list is empty, and offers the next step. */
export function EmptyList({ hasFailed, isFiltered, words, onClear, onAdd }: EmptyListProps) {
  const t = useText();
  if (hasFailed) return <span className="kit-weak">{t({ zh: '没有加载成功', en: 'Could not be loaded' })}</span>;
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        isFiltered
          ? t({ zh: '没有符合条件的数据', en: 'No matching records' })
          : (words ?? t({ zh: '还没有数据', en: 'No records yet' }))
      }
    >
      {isFiltered ? (
        <Button onClick={onClear}>{t({ zh: '清除筛选', en: 'Clear filters' })}</Button>
      ) : (
        onAdd && <Button onClick={onAdd}>{t({ zh: '新增第一条', en: 'Add the first' })}</Button>
      )}
    </Empty>
  );
}
