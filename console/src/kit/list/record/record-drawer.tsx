import { ExpandOutlined, LeftOutlined, RightOutlined, ShrinkOutlined } from '@ant-design/icons';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import Form from 'antd/es/form';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../client/call.ts';
import { messageOf } from '../../client/call-error.ts';
import { changeRows } from '../../client/optimistic.ts';
import { invalidate, useCall } from '../../client/query.ts';
import { publicParameters } from '../../client/user-info.ts';
import { showSuccess } from '../../feedback.tsx';
import { useFocusBack } from '../../focus-back.ts';
import { formDraft, isTyped } from '../../form/draft.ts';
import { FieldForm, showFieldErrors } from '../../form/field-form.tsx';
import { useAttempt } from '../../form/use-attempt.ts';
import { formFields, initialValues, type NamedFields, type Values, valuesToSend } from '../../form/values.ts';
import { useText } from '../../i18n.ts';
import { InlineLoadBoundary } from '../../inline-load-boundary.tsx';
import { useKeys } from '../../keys.ts';
import { lazyWithRetry } from '../../lazy-with-retry.tsx';
import { LeaveFooter } from '../../parts/leave-footer.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useCanAny } from '../../permission.tsx';
import { useKeptPlace } from '../../persisted-state.ts';
import { usePreference } from '../../preferences.ts';
import { useIsPhone } from '../../use-media.ts';
import { aboutOpen } from '../state/use-kept-list.ts';
import type { FollowUp, Mode, RecordTab, Row } from '../types.ts';
import { Facts } from './facts.tsx';
import { RecordHead } from './record-head.tsx';
import type { RecordTabsProps as TabbedProps } from './record-tabs.tsx';

const RecordTabs = lazyWithRetry(() => import('./record-tabs.tsx'));

interface RecordDrawerProps {
  readonly resource: Resource;
  readonly mode: Mode;
  /** The row as the list has it; the detail call returns the rest. For a new row, its parent in a tree. */
  readonly row: Row | null;
  /** The default parent of an added record. */
  readonly parentId?: string | undefined;
  readonly onMode: (mode: Mode) => void;
  readonly onClose: () => void;
  /** A save is under way: this record is kept open, unseen, until it is known to have been taken. */
  readonly onSaving: (isSaving: boolean) => void;
  readonly onStep?: ((step: 1 | -1) => void) | undefined;
  readonly canEdit: boolean;
  readonly form?:
    | {
        fields?: (fields: NamedFields, row: Row | null, isBelow: boolean) => NamedFields;
        added?: (id: string) => void;
        followUp?: FollowUp;
      }
    | undefined;
  readonly facts?: Readonly<Record<string, (row: Row) => ReactNode>> | undefined;
  readonly detail?: ((row: Row) => ReactNode) | undefined;
  /** Content above the facts. */
  readonly notice?: ((row: Row) => ReactNode) | undefined;
  readonly unmentioned?: readonly string[] | undefined;
  /** Beside the facts. */
  readonly tabs?: readonly RecordTab<Row>[] | undefined;
  readonly tab: string | undefined;
  readonly onTab: (tab: string | undefined) => void;
  readonly actions?: ReactNode;
}

const HEADER = { header: 'kit-record-header' };

/** One record at the side of its list: its facts, or the form that adds or changes it. */
export default function RecordDrawer(props: RecordDrawerProps) {
  const { resource, mode, row, onMode, onClose, onStep } = props;
  const t = useText();
  const navigate = useNavigate();
  const can = useCanAny();
  const isPhone = useIsPhone();
  const [form] = Form.useForm();
  const place = useKeptPlace();
  const about = aboutOpen({ mode, row });
  const draft = useMemo(() => formDraft(place, 'record', about), [place, about]);
  const [isDirty, setDirty] = useState(() => mode !== 'view' && isTyped(draft));
  const [draftOf, setDraftOf] = useState(about);
  // The form may be continued from a draft.
  if (draftOf !== about) {
    setDraftOf(about);
    setDirty(mode !== 'view' && isTyped(draft));
  }
  const [isLeaving, setLeaving] = useState(false);
  const [isSaving, setSaving] = useState(false);
  /** The id of the row that refuses this one. */
  const [other, setOther] = useState<string | null>(null);
  useFocusBack();
  const [isWide, setWide] = usePreference<boolean>(`list:wide:${resource.name}`, false);
  const hasDetail = 'detail' in resource.calls && row !== null && mode !== 'add';
  const loaded = useCall(resource, 'detail', { id: row?.id }, { enabled: hasDetail, staleMillis: 0 });
  const record = (mode === 'add' ? null : ((loaded.data as Row | undefined) ?? row)) as Row | null;

  const isBelow = mode === 'add' && (row !== null || props.parentId !== undefined);
  const fields = useMemo(() => {
    const asked = mode === 'view' ? {} : formFields(resource, can);
    return props.form?.fields?.(asked, record, isBelow) ?? asked;
  }, [resource, mode, can, props.form, record, isBelow]);
  const locked = useMemo(
    () => new Set(mode === 'edit' ? Object.keys(fields).filter((name) => fields[name]?.options.form === 'create') : []),
    [mode, fields],
  );

  /** The record the form was filled from; changes are computed against it, not against a newer version. */
  const filled = useRef<{ readonly about: string; readonly record: Row | null } | undefined>(undefined);
  const fillForm = useEffectEvent(() => {
    const before = filled.current;
    if (mode === 'view' || (isDirty && before?.about === about && before.record === record)) return;
    // Another user changed the record during the edit: keep the draft together with the version it is based on.
    if (isDirty && before && draft.version() !== undefined && draft.version() !== record?.version) return;
    // Reset only for another record: a reset recreates every box and removes the cursor from a user who is typing.
    if (!isDirty && before?.about !== about) form.resetFields();
    const parentId = row?.id ?? props.parentId;
    const below = parentId !== undefined && resource.parentField ? { [resource.parentField]: parentId } : {};
    form.setFieldsValue({
      ...(record ?? { ...initialValues(fields, publicParameters()), ...below }),
      ...draft.values(),
    });
    filled.current = { about, record };
  });
  const version = record?.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form follows the record it shows, not every render
  useEffect(() => fillForm(), [mode, row?.id, version, loaded.dataUpdatedAt]);
  const { isBusy, problem, showProblem, attempt } = useAttempt({
    draft,
    onRefused: (error) => {
      setOther(rowNamed(error.data));
      if (error.bizCode === 'STALE_DATA') catchUp();
      return showFieldErrors(form, fields, error);
    },
  });
  /** After a conflict the user sees the other change below their own and may save over it. */
  const catchUp = () => {
    draft.merge({});
    if (hasDetail) void loaded.refetch();
  };
  const type = (changed: Values) => {
    const known = draft.version() ?? filled.current?.record?.version;
    draft.merge(changed, typeof known === 'number' ? known : undefined);
    setDirty(true);
  };

  const leave = () => {
    // A second Esc cancels the question.
    if (mode !== 'view' && isDirty) setLeaving(!isLeaving);
    else onClose();
  };
  const backToView = () => {
    draft.forget();
    setDirty(false);
    setLeaving(false);
    showProblem(null);
    onMode('view');
  };

  useKeys(
    mode === 'view'
      ? {
          arrowleft: onStep && (() => onStep(-1)),
          arrowright: onStep && (() => onStep(1)),
          e: props.canEdit ? () => onMode('edit') : undefined,
        }
      : {},
    'drawer',
  );

  const save = async () => {
    const before = mode === 'edit' ? (filled.current?.record ?? {}) : undefined;
    const begun = draft.version() ?? version;
    const changes = valuesToSend(fields, form.getFieldsValue(), before);
    if (before && Object.keys(changes).length === 0) {
      backToView();
      return;
    }
    const name = 'submit' in resource.calls ? 'submit' : mode === 'add' ? 'save' : 'update';
    const input =
      record && mode === 'edit'
        ? { ...changes, id: record.id, ...(typeof begun === 'number' ? { version: begun } : {}) }
        : changes;
    await attempt(async (key) => {
      const putBack =
        mode === 'edit' && record ? changeRows(resource, [record.id], (row) => ({ ...row, ...changes })) : undefined;
      setSaving(true);
      props.onSaving(true);
      let answer: unknown;
      try {
        answer = await call(resource, name, input, { idempotencyKey: key });
      } catch (error) {
        // Reopens the form with its draft and its errors.
        putBack?.();
        setSaving(false);
        throw error;
      } finally {
        props.onSaving(false);
      }
      setDirty(false);
      const elsewhere = props.form?.followUp?.(answer);
      showSuccess(
        elsewhere?.said ?? (mode === 'add' ? { zh: '新增成功', en: 'Added' } : { zh: '更新成功', en: 'Saved' }),
      );
      void invalidate(resource);
      onClose();
      if (elsewhere) {
        void navigate(elsewhere.route);
        return;
      }
      const id = (answer as { id?: unknown } | undefined)?.id;
      if (mode === 'add' && typeof id === 'string') props.form?.added?.(id);
    });
  };

  const ways = mode === 'view' && (
    <>
      {props.actions}
      {props.canEdit && <Button onClick={() => onMode('edit')}>{t({ zh: '编辑', en: 'Edit' })}</Button>}
    </>
  );
  const footer =
    mode === 'view' ? (
      // Beside the title they would hide it.
      isPhone && (props.actions || props.canEdit) ? (
        <div className="kit-footer">{ways}</div>
      ) : undefined
    ) : isLeaving ? (
      <LeaveFooter onDiscard={onClose} onStay={() => setLeaving(false)} />
    ) : (
      <div className="kit-footer">
        <Button onClick={leave}>{t({ zh: '取消', en: 'Cancel' })}</Button>
        <Button type="primary" loading={isBusy} onClick={() => form.submit()}>
          {t({ zh: '保存', en: 'Save' })}
        </Button>
      </div>
    );

  return (
    <Drawer
      classNames={HEADER}
      // Values being saved count as saved until they are refused.
      open={!isSaving}
      size={isWide ? window.innerWidth : Math.min(720, window.innerWidth)}
      title={`${t(TITLES[mode])} · ${t(resource.title)}`}
      mask={{ closable: mode === 'view' || !isDirty }}
      onClose={leave}
      footer={footer}
      extra={
        <div className="kit-tools">
          {mode === 'view' && (
            <>
              {!isPhone && ways}
              {onStep && (
                <Button
                  type="text"
                  icon={<LeftOutlined aria-hidden />}
                  aria-label={t({ zh: '上一条', en: 'Previous' })}
                  onClick={() => onStep(-1)}
                />
              )}
              {onStep && (
                <Button
                  type="text"
                  icon={<RightOutlined aria-hidden />}
                  aria-label={t({ zh: '下一条', en: 'Next' })}
                  onClick={() => onStep(1)}
                />
              )}
            </>
          )}
          {window.innerWidth > 720 && (
            <Button
              type="text"
              icon={isWide ? <ShrinkOutlined aria-hidden /> : <ExpandOutlined aria-hidden />}
              aria-label={isWide ? t({ zh: '收窄', en: 'Narrow' }) : t({ zh: '全宽', en: 'Full width' })}
              onClick={() => setWide(!isWide)}
            />
          )}
        </div>
      }
    >
      <Problem
        text={problem}
        action={
          other !== null && (
            <Link to={`/${resource.name}/index?record=${other}`}>{t({ zh: '打开', en: 'Open it' })}</Link>
          )
        }
      />
      {loaded.error && mode !== 'add' && (
        <Alert type="error" showIcon title={messageOf(loaded.error)} className="kit-alert" />
      )}
      {mode === 'view' && record ? (
        <>
          <RecordHead resource={resource} row={record} shown={props.facts} />
          {props.notice?.(record)}
          <Tabbed row={record} tabs={props.tabs} tab={props.tab} onTab={props.onTab}>
            <Facts resource={resource} row={record} unmentioned={props.unmentioned} shown={props.facts} />
            {props.detail?.(record)}
          </Tabbed>
        </>
      ) : (
        <FieldForm
          form={form}
          fields={fields}
          locked={locked}
          isBusy={isBusy}
          onChange={type}
          onSubmit={() => void save()}
        />
      )}
    </Drawer>
  );
}

/** Returns the id of a row of the same resource that a refusal names; null without one. */
const rowNamed = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : null;

/** The facts of a record, and beside them the tabs of its screen, if it has any. */
function Tabbed({ tabs = [], ...rest }: Partial<Pick<RecordDrawerProps, 'tabs'>> & Omit<TabbedProps, 'tabs'>) {
  if (tabs.length === 0) return rest.children;
  return (
    <InlineLoadBoundary>
      <Suspense fallback={rest.children}>
        <RecordTabs {...rest} tabs={tabs} />
      </Suspense>
    </InlineLoadBoundary>
  );
}

const TITLES = {
  view: { zh: '查看', en: 'View' },
  edit: { zh: '编辑', en: 'Edit' },
  add: { zh: '新增', en: 'Add' },
} as const;
