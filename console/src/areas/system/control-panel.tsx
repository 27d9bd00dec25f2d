import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { param } from '@trade-assistant/contract/areas/system/param.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Skeleton from 'antd/es/skeleton';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { formDraft } from '../../kit/form/draft.ts';
import { FieldInput } from '../../kit/form/input.tsx';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { useText } from '../../kit/i18n.ts';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { Problem } from '../../kit/parts/problem.tsx';
import { useKeptPlace } from '../../kit/persisted-state.ts';
import styles from './control-panel/control-panel.module.css';
import { changesOf, type EntryGroup, groupsOf, needsSecondPerson, refusedIn } from './control-panel/entries.ts';
import { EntryItem } from './control-panel/entry-item.tsx';

const words = {
  title: { zh: '控制面板', en: 'Control panel' },
  help: {
    zh: '运行中的设置，保存后即时生效，无需重启',
    en: 'Live settings; changes apply immediately, no restart needed',
  },
  save: { zh: '保存', en: 'Save' },
  undo: { zh: '放弃修改', en: 'Discard changes' },
  changed: { zh: '{n} 项已修改，尚未保存', en: '{n} unsaved changes' },
  saved: { zh: '更新成功', en: 'Saved' },
  asked: {
    zh: '{n} 项调低安全要求的修改已提交复核，通过后生效',
    en: '{n} weaker values sent for approval; they apply once approved',
  },
  reasonNeeded: { zh: '请填写申请原因', en: 'Please enter a reason' },
  empty: {
    zh: '没有参数，可在“参数管理”中打开控制面板开关',
    en: 'No parameters. Switch parameters on in the parameter list',
  },
} as const;

/** A name no parameter has. */
const REASON = '*reason';
const reasonField = textarea({
  label: { zh: '申请原因', en: 'Reason for approval' },
  help: {
    zh: '调低安全要求须由第二人复核，其余修改立即生效',
    en: 'Weaker values need approval by a second person; other changes apply immediately',
  },
  max: 255,
  required: true,
});

/** Settings that operators may change while the product runs, as one page. */
export default function ControlPanel() {
  const t = useText();
  const { data, error, refetch } = useCall(param, 'control-panel', {});
  const groups = useMemo(() => data && groupsOf(data), [data]);
  return (
    <div className="kit-page">
      <div className="kit-title">
        <h1>{t(words.title)}</h1>
        <span className="kit-weak">{t(words.help)}</span>
      </div>
      {groups ? (
        groups.length > 0 ? (
          <Settings groups={groups} />
        ) : (
          <p>{t(words.empty)}</p>
        )
      ) : error ? (
        <ListProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} title={false} />
      )}
    </div>
  );
}

function Settings({ groups }: { groups: readonly EntryGroup[] }) {
  const t = useText();
  const [form] = Form.useForm();
  const place = useKeptPlace();
  const [draft] = useState(() => formDraft(place, 'control-panel', ''));
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups]);
  const stored = useMemo(() => Object.fromEntries(entries.map(({ key, value }) => [key, value])), [entries]);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() => ({ ...stored, ...draft.values() }));
  const changes = changesOf(entries, values);
  const isForTwo = needsSecondPerson(entries, changes);
  const { isBusy, problem, attempt } = useAttempt({
    draft,
    onRefused: ({ data }) => {
      const refused = refusedIn(data);
      const named = entries.filter(({ key }) => refused.has(key));
      form.setFields(named.map(({ key }) => ({ name: key, errors: [refused.get(key) ?? ''] })));
      if (named[0]) form.scrollToField(named[0].key, { focus: true, block: 'center' });
      return named.length > 0;
    },
  });

  // After a change elsewhere the typed values stay and all others are updated.
  const follow = useEffectEvent(() => show({ ...stored, ...draft.values() }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the server's values, not every render
  useEffect(() => follow(), [stored]);
  const show = (next: Readonly<Record<string, unknown>>) => {
    form.setFieldsValue(next);
    setValues(next);
  };
  const change = (changed: Readonly<Record<string, unknown>>) => {
    draft.merge(changed);
    setValues((before) => ({ ...before, ...changed }));
    for (const name of Object.keys(changed)) form.setFields([{ name, errors: [] }]);
  };
  const save = () =>
    attempt(async (idempotencyKey) => {
      const reason = isForTwo ? { reason: String(values[REASON] ?? '') } : {};
      const answer = await call(param, 'update-control-panel', { values: changes, ...reason }, { idempotencyKey });
      draft.forget();
      // A pending setting shows its current value again.
      show({ ...stored, [REASON]: undefined });
      await invalidate(param, oauth);
      const n = answer.asked.length;
      showSuccess(n > 0 ? t(words.asked, { n }) : words.saved);
    });
  const undo = () => {
    draft.forget();
    form.resetFields();
    show(stored);
  };

  return (
    <Form
      name="control-panel"
      form={form}
      layout="vertical"
      disabled={isBusy}
      validateTrigger="onBlur"
      scrollToFirstError={{ focus: true, block: 'center' }}
      initialValues={values}
      onValuesChange={change}
      onFinish={() => void save()}
    >
      {groups.map(({ heading, entries: listed }) => (
        <fieldset key={heading.en} className={styles.group}>
          <legend className={styles.heading}>{t(heading)}</legend>
          <div className={styles.grid}>
            {listed.map((entry) => (
              <EntryItem
                key={entry.key}
                entry={entry}
                value={values[entry.key]}
                onReset={(standard) => {
                  form.setFieldValue(entry.key, standard);
                  change({ [entry.key]: standard });
                }}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {isForTwo && (
        <div className={styles.reason}>
          <Form.Item
            name={REASON}
            label={t(reasonField.options.label)}
            extra={t(reasonField.options.help)}
            rules={[{ required: true, whitespace: true, message: t(words.reasonNeeded) }]}
          >
            <FieldInput field={reasonField} />
          </Form.Item>
        </div>
      )}
      <Problem text={problem} />
      <div className={styles.bar}>
        <span className={styles.changed} aria-live="polite">
          {changes.length > 0 && t(words.changed, { n: changes.length })}
        </span>
        <Button disabled={changes.length === 0} onClick={undo}>
          {t(words.undo)}
        </Button>
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={changes.length === 0}>
          {t(words.save)}
        </Button>
      </div>
    </Form>
  );
}
