import { avatarLimits, oss } from '@trade-assistant/contract/areas/resource/oss.ts';
import { code, colour, icon, images, json, text } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import { useId, useState } from 'react';
import { z } from 'zod';
import { FieldInput } from '../../kit/form/input.tsx';
import type { FormField } from '../../kit/form/values.ts';
import { useText } from '../../kit/i18n.ts';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';
import { FormPanel } from '../../kit/parts/form-panel.tsx';
import { FormSteps } from '../../kit/parts/form-steps.tsx';
import { picture } from './picture.ts';
import { Sample } from './sample.tsx';
import styles from './samples.module.css';

const fields = {
  icon: icon({ label: { zh: '图标', en: 'Icon' } }),
  colour: colour({ label: { zh: '颜色', en: 'Colour' } }),
  json: json(z.json(), { label: { zh: 'JSON', en: 'JSON' } }),
  code: code({ label: { zh: '代码', en: 'Code' }, max: 2000 }),
  images: images({
    label: { zh: '图片', en: 'Pictures' },
    count: 5,
    upload: { resource: oss.name, call: 'endpoint/put-file', ...avatarLimits },
  }),
};
const initial = {
  icon: 'ShopOutlined',
  colour: '#409eff',
  json: { retries: 3, quiet: true, hours: ['09:00', '18:00'] },
  code: 'select 1;',
  images: [picture('1'), picture('2'), picture('3')],
} as const;

/** Inputs that are loaded when they are shown. */
export function InputSample() {
  return (
    <Sample title={{ zh: '选择与编辑', en: 'Pickers and editors' }}>
      {Object.entries(fields).map(([name, field]) => (
        <Labelled key={name} field={field} start={initial[name as keyof typeof initial]} />
      ))}
    </Sample>
  );
}

function Labelled({ field, start }: { field: FormField; start: unknown }) {
  const t = useText();
  const id = useId();
  const [value, setValue] = useState(start);
  return (
    <div className={styles.form}>
      <label htmlFor={id}>{t(field.options.label)}</label>
      <FieldInput id={id} field={field} value={value} onChange={setValue} />
    </div>
  );
}

const forms = {
  panel: { zh: '表单面板', en: 'Form panel' },
  dialog: { zh: '表单对话框', en: 'Form dialog' },
  steps: { zh: '分步表单', en: 'Steps' },
} as const satisfies Record<string, Text>;

/** Forms over the page; they send nothing. */
export function FormSample() {
  const t = useText();
  const [open, setOpen] = useState<keyof typeof forms | null>(null);
  const common = {
    title: open && t(forms[open]),
    submitText: t({ zh: '保存', en: 'Save' }),
    onSubmit: () => Promise.resolve(),
    onClose: () => setOpen(null),
  };
  const { icon: picked, colour: tint } = fields;
  const name = text({ label: { zh: '名称', en: 'Name' }, required: true, max: 20 });
  return (
    <Sample title={{ zh: '面板与对话框', en: 'Panels and dialogs' }}>
      <div className={styles.line}>
        {Object.entries(forms).map(([key, words]) => (
          <Button key={key} onClick={() => setOpen(key as keyof typeof forms)}>
            {t(words)}
          </Button>
        ))}
      </div>
      {open === 'panel' && <FormPanel {...common} width={480} fields={{ name, colour: tint }} />}
      {open === 'dialog' && <FormDialog {...common} fields={{ name }} />}
      {open === 'steps' && (
        <FormSteps
          {...common}
          steps={[
            { title: { zh: '基本信息', en: 'Basics' }, fields: { name } },
            { title: { zh: '外观', en: 'Looks' }, fields: { icon: picked, colour: tint } },
          ]}
        />
      )}
    </Sample>
  );
}
