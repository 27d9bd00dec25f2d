import { view } from '@trade-assistant/contract/areas/desk/view.ts';
import { dict, refs, text, yes } from '@trade-assistant/contract/kit/field.ts';
import { periodSpan, periodSpans } from '@trade-assistant/contract/period-spans.ts';
import { call } from '../../kit/client/call.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { firstViewKey, type ViewedList } from '../../kit/list/saved/saved-views.ts';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';
import { useCan } from '../../kit/permission.tsx';
import { usePreference } from '../../kit/preferences.ts';
import { areIds, contentOf, NO_PINS, PINS, periodField, type SavedView, showView } from './saved-views.ts';

const fields = {
  name: text({ label: { zh: '名称', en: 'Name' }, max: 64, required: true }),
  isFirst: yes({
    label: { zh: '打开列表时显示', en: 'Show when the list opens' },
  }),
  isPinned: yes({ label: { zh: '固定到菜单', en: 'Pin to the menu' } }),
  alert: yes({
    label: { zh: '有数据时提醒我', en: 'Notify me when it has records' },
    help: {
      zh: '每 10 分钟检查一次；视图由空变为有数据时发送一条消息',
      en: 'Checked every 10 minutes; one message when the view turns from empty to not empty',
    },
  }),
};
/** Days that move with the present one, of a date of the list. */
const periodOf = (of: string, { resource }: ViewedList) => ({
  span: dict(periodSpan, {
    label: { zh: '动态时间范围', en: 'Moving period' },
    help: {
      zh: `打开视图时按当天计算“${resource.fields[of]?.options.label.zh}”的范围；留空则保存当前日期`,
      en: `The range of “${resource.fields[of]?.options.label.en}” on the day when the view is opened; empty keeps the dates as they are`,
    },
  }),
});
const sharing = {
  roleIds: refs(
    { resource: 'desk/view', call: 'roles' },
    {
      label: { zh: '共享给角色', en: 'Share with roles' },
      help: {
        zh: '读者只能看到自己有权查看的数据和字段',
        en: 'Readers see only the records and fields that their own rights allow',
      },
    },
  ),
};

interface Props {
  readonly list: ViewedList;
  /** The own view to change; without it the list is saved as a new one. */
  readonly of?: SavedView;
  readonly onClose: () => void;
}

interface Input extends Record<string, unknown> {
  readonly name: string;
  readonly isFirst: 0 | 1;
  readonly isPinned: 0 | 1;
  readonly alert: 0 | 1;
  /** A value of `periodSpan`. */
  readonly span?: number | null;
  readonly roleIds?: string[] | null;
}

/** Saves a list as a view, or changes the name, readers and alert of one. */
export default function SaveView({ list, of, onClose }: Props) {
  const t = useText();
  const canShare = useCan('desk/view:share');
  const [first, setFirst] = usePreference<string>(firstViewKey(list.screen), '');
  const [pins, setPins] = usePreference(PINS, NO_PINS, areIds);
  const dated = of?.period?.field ?? periodField(list);
  const submit = async ({ name, isFirst, isPinned, alert, span, roleIds }: Input, idempotencyKey: string) => {
    const chosen = periodSpans.find((one) => periodSpan.entries[one].value === span);
    const period = dated && chosen ? { field: dated, span: chosen } : null;
    const isMoved = period?.span !== of?.period?.span;
    const { screen, resource } = list;
    const place = of ? { id: of.id } : { screen, resource: resource.name, call: list.call, ...contentOf(list) };
    const isAlertChanged = !of || alert !== of.alert || (alert === 1 && of.alertProblem !== null);
    const { id } = await call(
      view,
      'save',
      {
        ...{ ...place, name },
        ...(isMoved ? { period } : {}),
        ...(isAlertChanged ? { alert } : {}),
        ...(canShare ? { roleIds: roleIds ?? [] } : {}),
      },
      { idempotencyKey },
    );
    if (isFirst === 1) setFirst(id);
    else if (first === id) setFirst(undefined);
    const others = pins.filter((pin) => pin !== id);
    if (isPinned === 1) setPins([...others, id]);
    else if (others.length < pins.length) setPins(others);
    const isShown = list.shown?.id === id;
    // The server counts the days of a moving period.
    const moved = isMoved
      ? (await call(view, 'of-screen', { screen: list.screen })).find((one) => one.id === id)
      : null;
    if (moved && (!of || isShown)) showView(list, moved);
    else if (!of) list.onShow({ id, name, ...list.present });
    else if (isShown && list.shown?.name !== name) list.onRename(name);
    showSuccess(t({ zh: '视图“{name}”已保存', en: 'View “{name}” saved' }, { name }));
  };
  return (
    <FormDialog<Input>
      title={of ? t({ zh: '视图设置', en: 'Settings of the view' }) : t({ zh: '保存视图', en: 'Save view' })}
      fields={{ ...fields, ...(dated ? periodOf(dated, list) : {}), ...(canShare ? sharing : {}) }}
      initial={{
        ...(of ? { name: of.name, roleIds: of.roleIds } : {}),
        alert: of?.alert ?? 0,
        span: of?.period ? periodSpan.entries[of.period.span].value : null,
        isFirst: of && first === of.id ? 1 : 0,
        isPinned: of && pins.includes(of.id) ? 1 : 0,
      }}
      submitText={t({ zh: '保存', en: 'Save' })}
      onSubmit={submit}
      invalidates={['desk/view']}
      onClose={onClose}
    />
  );
}
