import { PAGE_SIZES, type Page } from '@trade-assistant/contract/kit/page.ts';
import Pagination from 'antd/es/pagination';
import Select from 'antd/es/select';
import { useText } from '../../i18n.ts';
import { pagerItem } from '../../parts/pager-item.ts';
import type { ListState } from '../state/address.ts';
import type { Row } from '../types.ts';
import './list-pager.css';

interface ListPagerProps {
  readonly page: Page<Row> | undefined;
  readonly state: ListState;
  /** How many rows the window has room for; undefined offers no automatic size. */
  readonly fitting?: number | undefined;
  readonly sizes?: readonly number[] | undefined;
  readonly isSmall: boolean;
  readonly onState: (change: Partial<ListState>) => void;
}

/** Below the rows: the total, the pages, and the page size. The first size is as many rows as fit. */
export function ListPager({ page, state, fitting, sizes = PAGE_SIZES, isSmall, onState }: ListPagerProps) {
  const t = useText();
  const choices = [...new Set([...sizes, ...(state.size > 0 ? [state.size] : [])])]
    .filter((value) => value !== fitting)
    .toSorted((a, b) => a - b)
    .map((value) => ({ value, label: t({ zh: '{n} 条/页', en: '{n} / page' }, { n: value }) }));
  const automatic =
    fitting === undefined
      ? []
      : [
          {
            value: fitting,
            label: t({ zh: '自动（{n} 条/页）', en: 'Automatic ({n} / page)' }, { n: fitting }),
          },
        ];
  if (!page) return <div className="kit-pager" />;
  return (
    <div className="kit-pager">
      <Pagination
        current={state.current}
        pageSize={state.size}
        total={page.total}
        {...(isSmall ? { simple: true } : {})}
        // The library's own is not there on a phone.
        showSizeChanger={false}
        itemRender={pagerItem(t)}
        showQuickJumper={!isSmall && page.pages > 7}
        showTotal={(total) =>
          page.totalIsEstimate
            ? t({ zh: '约 {n} 条', en: 'about {n} {n|row|rows}' }, { n: total.toLocaleString('en-US') })
            : t({ zh: '共 {n} 条', en: '{n} {n|row|rows}' }, { n: total.toLocaleString('en-US') })
        }
        onChange={(current) => onState({ current })}
      />
      <Select<number>
        aria-label={t({ zh: '每页条数', en: 'Rows per page' })}
        value={state.size}
        options={[...automatic, ...choices]}
        popupMatchSelectWidth={false}
        onChange={(size) => onState({ size, current: 1 })}
      />
    </div>
  );
}
