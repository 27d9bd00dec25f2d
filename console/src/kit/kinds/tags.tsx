import Select from 'antd/es/select';
import { Nothing } from '../fields/status.tsx';
import { useText } from '../i18n.ts';
import { TextFilter } from './filters.tsx';
import { inputFor, type KindView, type ValueProps } from './kind.ts';

const Listed = ({ value, isWhole }: ValueProps & { readonly isWhole?: boolean }) => {
  const tags = Array.isArray(value) ? value : [value];
  return tags.length === 0 ? <Nothing /> : <span className={isWhole ? 'kit-whole' : undefined}>{tags.join(', ')}</span>;
};

export const tags: KindView = {
  Cell: Listed,
  Detail: (props) => <Listed {...props} isWhole />,
  Input: inputFor<string[]>(({ field: _field, value, onChange, ...rest }) => {
    const t = useText();
    return (
      <Select<string[]>
        {...rest}
        mode="tags"
        className="kit-fill"
        open={false}
        suffixIcon={null}
        placeholder={t({ zh: '输入后回车', en: 'Type and press Enter' })}
        tokenSeparators={[',', '，', ' ', ';']}
        value={value ?? []}
        onChange={(entered) => onChange?.(entered)}
      />
    );
  }),
  Filter: TextFilter,
  width: 160,
  wraps: 'whole',
  isWide: () => true,
};
