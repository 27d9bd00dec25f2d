import type { TemplateParameter } from '@trade-assistant/contract/template.ts';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Select from 'antd/es/select';
import Space from 'antd/es/space';
import { useId } from 'react';
import { useText } from '../../../kit/i18n.ts';
import { nameOf, type ValueSource, type ValueSources } from './value-sources.ts';

interface ValueMappingProps {
  readonly parameters: readonly TemplateParameter[];
  readonly columns: readonly string[];
  readonly sources: ValueSources;
  readonly onChange: (key: string, source: ValueSource) => void;
}

const SAME = -1;

/** Chooses where the value of each parameter comes from. */
export function ValueMapping({ parameters, columns, sources, onChange }: ValueMappingProps) {
  const t = useText();
  const id = useId();
  const options = [
    ...columns.map((name, index) => ({
      value: index,
      label: name || t({ zh: '第 {n} 列', en: 'Column {n}' }, { n: String(index + 1) }),
    })),
    { value: SAME, label: t({ zh: '固定内容', en: 'The same for all' }) },
  ];
  return parameters.map((parameter) => {
    const { key, sample } = parameter;
    const { column, value } = sources[key] ?? {};
    const label = nameOf(parameter, t);
    return (
      <Form.Item key={key} label={label} htmlFor={`${id}-${key}`}>
        <Space.Compact block>
          <Select<number>
            id={`${id}-${key}`}
            value={column ?? SAME}
            options={options}
            onChange={(chosen) => onChange(key, chosen === SAME ? { value: value ?? '' } : { column: chosen })}
          />
          {column === undefined && (
            <Input
              value={value ?? ''}
              maxLength={1024}
              placeholder={sample ?? ''}
              aria-label={t({ zh: '{label}的内容', en: 'Value of {label}' }, { label })}
              onChange={({ target }) => onChange(key, { value: target.value })}
            />
          )}
        </Space.Compact>
      </Form.Item>
    );
  });
}
