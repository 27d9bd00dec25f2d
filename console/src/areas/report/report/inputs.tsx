import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { lazy, Suspense } from 'react';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useText } from '../../../kit/i18n.ts';
import { InlineLoadBoundary } from '../../../kit/inline-load-boundary.tsx';
import type { Question } from './question.tsx';
import { useSource, useSources } from './sources.ts';

const QuestionInput = lazy(() => import('./question.tsx'));

/** A list by its title. */
export function SourceName({ source }: { readonly source: string }) {
  const t = useText();
  const found = useSource(source);
  return found ? t(found.title) : source;
}

/** Chooses the list that a report is about; another list begins another question. */
export function SourceSelect({ value, onChange, ...rest }: ControlProps<string>) {
  const t = useText();
  const sources = useSources();
  const form = Form.useFormInstance();
  return (
    <Select<string>
      {...rest}
      className="kit-fill"
      loading={sources === undefined}
      showSearch={{ optionFilterProp: 'label' }}
      options={(sources ?? []).map(({ source, title }) => ({ value: source, label: t(title) }))}
      value={value ?? null}
      onChange={(source) => {
        onChange?.(source);
        form.setFieldValue('content', EMPTY);
      }}
    />
  );
}

/** Counts all rows. */
const EMPTY: Question = { measures: [{ rule: 'count' }] };

/** The question of the form, about the list chosen in it. */
export function ContentInput(props: ControlProps<Question>) {
  const t = useText();
  const form = Form.useFormInstance();
  const source = Form.useWatch('source', form) as string | undefined;
  const chart = Form.useWatch('chart', form) as number | undefined;
  if (!source) return <p className="kit-weak">{t({ zh: '请先选择数据来源', en: 'Choose the data first' })}</p>;
  return (
    <InlineLoadBoundary>
      <Suspense fallback={<p aria-busy="true">…</p>}>
        <QuestionInput {...props} value={props.value ?? EMPTY} source={source} chart={chart ?? 1} />
      </Suspense>
    </InlineLoadBoundary>
  );
}
