import Drawer from 'antd/es/drawer';
import type { ComponentProps } from 'react';
import { useText } from '../../i18n.ts';
import { SearchForm } from './search-form.tsx';

interface FilterSheetProps extends ComponentProps<typeof SearchForm> {
  readonly onClose: () => void;
}

/** The filters of a list on a phone: a sheet that comes up from below, where a thumb reaches all of them. */
export default function FilterSheet({ onClose, ...form }: FilterSheetProps) {
  const t = useText();
  return (
    <Drawer open placement="bottom" size="auto" title={t({ zh: '筛选', en: 'Filters' })} onClose={onClose} styles={LOW}>
      <SearchForm {...form} isWhole onDone={onClose} />
    </Drawer>
  );
}

/** With many filters the form scrolls inside the sheet; title and close button stay visible. */
const LOW = { section: { maxHeight: '85dvh' } };
