import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import {
  isAlwaysGiven,
  MODEL_KINDS,
  type ModelField,
  type ModelKind,
  WITH_LENGTH,
} from '@trade-assistant/contract/areas/develop/code-model.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../kit/i18n.ts';
import styles from './code.module.css';

const KINDS: Readonly<Record<ModelKind, Text>> = {
  text: { zh: '文字', en: 'Text' },
  textarea: { zh: '多行文字', en: 'Long text' },
  identifier: { zh: '标识', en: 'Identifier' },
  integer: { zh: '整数', en: 'Whole number' },
  money: { zh: '金额', en: 'Amount' },
  percent: { zh: '百分比', en: 'Percentage' },
  date: { zh: '日期', en: 'Date' },
  time: { zh: '时间', en: 'Time' },
  yes: { zh: '是否', en: 'Yes or no' },
  dictionary: { zh: '字典', en: 'Dictionary' },
  country: { zh: '国家', en: 'Country' },
  email: { zh: '邮箱', en: 'E-mail' },
  url: { zh: '网址', en: 'Web address' },
  names: { zh: '中英文名称', en: 'Name in two languages' },
  name: { zh: '名称', en: 'Name' },
  code: { zh: '编号', en: 'Code' },
  sort: { zh: '排序', en: 'Order' },
  status: { zh: '启用状态', en: 'Status' },
  remark: { zh: '备注', en: 'Remark' },
};
const LISTS: Readonly<Record<ModelField['list'], Text>> = {
  yes: { zh: '显示', en: 'Shown' },
  optional: { zh: '空间不足时隐藏', en: 'Hidden first' },
  hidden: { zh: '默认隐藏', en: 'Off by default' },
  no: { zh: '不在列表', en: 'Not in the list' },
};
/** Kinds whose list, search and order are settled. */
const SETTLED: ReadonlySet<ModelKind> = new Set(['names', 'name', 'code', 'sort', 'status', 'remark']);

interface Props {
  readonly field: ModelField;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (field: ModelField) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** One field of a model. */
export function FieldCard({ field, isFirst, isLast, onChange, onMove, onRemove }: Props) {
  const t = useText();
  const set = (change: Partial<ModelField>) => onChange({ ...field, ...change });
  const { kind } = field;
  const name = field.name || t({ zh: '新字段', en: 'New field' });
  const box = (key: 'required' | 'search' | 'sort' | 'unique', label: Text) => (
    <Checkbox checked={field[key]} onChange={({ target }) => set({ [key]: target.checked })}>
      {t(label)}
    </Checkbox>
  );
  return (
    <li className={styles.field} aria-label={name}>
      <Labelled label={t({ zh: '字段名', en: 'Name' })}>
        <Input
          aria-label={t({ zh: '字段名', en: 'Name' })}
          value={field.name}
          maxLength={30}
          placeholder="unitPrice"
          onChange={({ target }) => set({ name: target.value })}
        />
      </Labelled>
      <Labelled label={t({ zh: '类型', en: 'Kind' })}>
        <Select
          aria-label={t({ zh: '类型', en: 'Kind' })}
          className="kit-fill"
          showSearch={{ optionFilterProp: 'label' }}
          value={kind}
          options={MODEL_KINDS.map((value) => ({ value, label: t(KINDS[value]) }))}
          onChange={(next) =>
            set({ kind: next, dictionary: next === 'dictionary' ? (field.dictionary ?? NO_VALUES) : null })
          }
        />
      </Labelled>
      <Labelled label={t({ zh: '中文标签', en: 'Chinese label' })}>
        <Input
          aria-label={t({ zh: '中文标签', en: 'Chinese label' })}
          value={field.zh}
          maxLength={40}
          onChange={({ target }) => set({ zh: target.value })}
        />
      </Labelled>
      <Labelled label={t({ zh: '英文标签', en: 'English label' })}>
        <Input
          aria-label={t({ zh: '英文标签', en: 'English label' })}
          value={field.en}
          maxLength={40}
          onChange={({ target }) => set({ en: target.value })}
        />
      </Labelled>
      {!SETTLED.has(kind) && (
        <Labelled label={t({ zh: '列表', en: 'List' })}>
          <Select
            aria-label={t({ zh: '列表', en: 'List' })}
            className="kit-fill"
            value={field.list}
            options={Object.entries(LISTS).map(([value, label]) => ({
              value: value as ModelField['list'],
              label: t(label),
            }))}
            onChange={(list) => set({ list })}
          />
        </Labelled>
      )}
      {WITH_LENGTH.has(kind) && (
        <Labelled label={t({ zh: '最多字符', en: 'Most characters' })}>
          <InputNumber
            aria-label={t({ zh: '最多字符', en: 'Most characters' })}
            className="kit-fill"
            min={1}
            max={10_000}
            value={field.max}
            onChange={(max) => set({ max })}
          />
        </Labelled>
      )}
      {kind === 'dictionary' && <Values field={field} onChange={onChange} />}
      <div className={styles.flags}>
        {!isAlwaysGiven(kind) && kind !== 'remark' && box('required', { zh: '必填', en: 'Required' })}
        {!SETTLED.has(kind) && box('search', { zh: '可搜索', en: 'Searched' })}
        {!SETTLED.has(kind) && box('sort', { zh: '可排序', en: 'Sorted' })}
        {(kind === 'text' || kind === 'identifier') && box('unique', { zh: '不可重复', en: 'Unique' })}
        <span className={styles.tools}>
          <Button
            type="text"
            disabled={isFirst}
            icon={<ArrowUpOutlined />}
            aria-label={t({ zh: '上移 {name}', en: 'Move {name} up' }, { name })}
            onClick={() => onMove(-1)}
          />
          <Button
            type="text"
            disabled={isLast}
            icon={<ArrowDownOutlined />}
            aria-label={t({ zh: '下移 {name}', en: 'Move {name} down' }, { name })}
            onClick={() => onMove(1)}
          />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={t({ zh: '删除 {name}', en: 'Delete {name}' }, { name })}
            onClick={onRemove}
          />
        </span>
      </div>
    </li>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A control below its label; the control is named itself. */
const Labelled = ({ label, isWide = false, children }: LabelledProps) => (
  <div className={styles.labelled} data-wide={isWide}>
    <span aria-hidden>{label}</span>
    {children}
  </div>
);

const NO_VALUES = { code: '', values: [] };

/** The code and the values of a dictionary; a value is a line: number, name, Chinese, English. */
function Values({ field, onChange }: Pick<Props, 'field' | 'onChange'>) {
  const t = useText();
  const { code, values } = field.dictionary ?? NO_VALUES;
  const [text, setText] = useState(() =>
    values.map((one) => [one.value, one.name, one.zh, one.en].join(', ')).join('\n'),
  );
  const read = (lines: string) =>
    lines.split('\n').flatMap((line) => {
      const [value = '', name = '', zh = '', en = ''] = line.split(/[,，]/).map((part) => part.trim());
      return line.trim() === '' ? [] : [{ value: Number(value), name, zh, en: en || zh }];
    });
  return (
    <>
      <Labelled label={t({ zh: '字典编号', en: 'Dictionary' })}>
        <Input
          aria-label={t({ zh: '字典编号', en: 'Dictionary' })}
          value={code}
          placeholder="asset_category"
          onChange={({ target }) => onChange({ ...field, dictionary: { code: target.value, values } })}
        />
      </Labelled>
      <Labelled
        label={t({
          zh: '取值（每行：数值, 程序名, 中文, 英文）',
          en: 'Values (a line each: number, name, Chinese, English)',
        })}
        isWide
      >
        <Input.TextArea
          aria-label={t({
            zh: '取值（每行：数值, 程序名, 中文, 英文）',
            en: 'Values (a line each: number, name, Chinese, English)',
          })}
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={text}
          placeholder="1, device, 设备, Device"
          onChange={({ target }) => {
            setText(target.value);
            onChange({ ...field, dictionary: { code, values: read(target.value) } });
          }}
        />
      </Labelled>
    </>
  );
}
