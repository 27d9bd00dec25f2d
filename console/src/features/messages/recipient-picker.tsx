import { message } from '@trade-assistant/contract/areas/message/index.ts';
import Select from 'antd/es/select';
import { useDeferredValue, useState } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';
import { useCall } from '../../kit/client/query.ts';
import type { ControlProps } from '../../kit/form/control.ts';
import { useText } from '../../kit/i18n.ts';
import { SEARCH_ICON } from '../../kit/icons/library-icons.tsx';

/** A chosen recipient, with the name to show before the choices are loaded. */
export interface SelectedRecipient {
  readonly value: string;
  readonly label: string;
}

interface RecipientPickerProps extends ControlProps<readonly SelectedRecipient[]> {
  readonly kind: 'userIds' | 'deptIds' | 'roleIds';
}

const CALLS = { userIds: 'user-list', deptIds: 'dept-list', roleIds: 'role-list' } as const;

/** Chooses people, departments or roles as recipients; typing searches the permitted ones on the server. */
export function RecipientPicker({ kind, value, onChange, id, ...rest }: RecipientPickerProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const { data = [], error, isFetching } = useCall(message, CALLS[kind], { keyword }, { keepPrevious: true });
  const noteOf = (note: string) => (kind === 'userIds' ? note : t({ zh: '{n} 人', en: '{n} people' }, { n: note }));
  return (
    <Select<SelectedRecipient[]>
      {...rest}
      {...(id ? { id } : {})}
      mode="multiple"
      labelInValue
      className="kit-fill"
      loading={isFetching}
      maxTagCount={30}
      placeholder={
        kind === 'userIds'
          ? t({ zh: '输入姓名或账号查找', en: 'Search by name or account' })
          : t({ zh: '请选择', en: 'Choose' })
      }
      showSearch={{ searchIcon: SEARCH_ICON, filterOption: false, searchValue: typed, onSearch: setTyped }}
      notFoundContent={
        error
          ? messageOf(error)
          : isFetching
            ? t({ zh: '正在查找…', en: 'Searching…' })
            : t({ zh: '没有找到', en: 'No results' })
      }
      options={data.map(({ id: one, name, note }) => ({ value: one, label: `${name} (${noteOf(note)})`, name }))}
      value={value ? [...value] : []}
      onChange={(chosen) => {
        setTyped('');
        onChange?.(chosen.map(({ value: one, label }) => ({ value: one, label: String(label) })));
      }}
    />
  );
}
