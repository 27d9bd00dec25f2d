import { PAGE_SIZES, type Page } from '@trade-assistant/contract/kit/page.ts';
import Pagination from 'antd/es/pagination';
import { useText } from '../../i18n.ts';
import { pagerItem } from '../../parts/pager-item.ts';
import type { ListState } from '../state/address.ts';
import type { Row } from '../types.ts';

interface ListPagerProps {
  readonly page: Page<Row> | undefined;
  readonly state: ListState;
  readonly fitting: number;
  readonly isSmall: boolean;
  readonly onState: (change: Partial<ListState>) => void;
}

/** Below the rows: how many there are, the pages, and how many rows one has. As many as fit is the first of the sizes. */
export function ListPager({ page, state, fitting, isSmall, onState }: ListPagerProps) {
  const t = useText();
  const size = (n: number) => t({ zh: '{n} 条/页', en: '{n} / page' }, { n });
  const sizes = [
    { value: fitting, label: t({ zh: '自动（{n} 条/页）', en: 'Automatic ({n} / page)' }, { n: fitting }) },
    ...[...new Set([...PAGE_SIZES, ...(state.size > 0 ? [state.size] : [])])]
      .filter((value) => value !== fitting)
      .toSorted((a, b) => a - b)
      .map((value) => ({ value, label: size(value) })),
  ];
  return (
    <div className="kit-pager">
      {page && (
        <Pagination
          current={state.current}
          pageSize={state.size}
          total={page.total}
          {...(isSmall ? { simple: true } : {})}
          showSizeChanger={{
            options: sizes,
            popupMatchSelectWidth: false,
            'aria-label': t({ zh: '每页条数', en: 'Rows per page' }),
          }}
          itemRender={pagerItem(t)}
          showQuickJumper={!isSmall && page.pages > 7}
          showTotal={(total) =>
            page.totalIsEstimate
              ? t({ zh: '约 {n} 条', en: 'about {n} {n|row|rows}' }, { n: total.toLocaleString('en-US') })
              : t({ zh: '共 {n} 条', en: '{n} {n|row|rows}' }, { n: total.toLocaleString('en-US') })
          }
          onChange={(current, chosen) => onState(chosen === state.size ? { current } : { size: chosen, current: 1 })}
        />
      )}
    </div>
  );
}
