import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { choices, choosing, resource } from '../../kit/resource.ts';
import { flag, id, ids } from '../../kit/schema.ts';
import { localizedRule, matching } from '../../kit/sentences.ts';
import { periodSpans } from '../../period-spans.ts';

/** Views of one person; those with an alert. */
export const VIEWS_MAX = 100;
export const ALERTS_MAX = 10;
/** Pinned views of one person. */
export const PINS_MAX = 20;
const FILTERS_MAX = 60;

const NAME = matching(/^\w{1,64}$/, {
  zh: '应为参数或列的名称',
  en: 'should be the name of a parameter or a column',
});
const SORT = matching(/^(-?\w{1,64})?$/, {
  zh: '应为列名，降序时前面加 -',
  en: 'should be a column, with a leading - for descending',
});
const CALL = matching(/^[a-z][a-zA-Z0-9-]*(\/[a-z][a-zA-Z0-9-]*)*$/, {
  zh: '应为列表接口的名称，例如 list 或 order-list',
  en: 'should be the name of a call that lists rows, such as list or order-list',
});
const PATH = matching(/^[a-z][a-z-]*(\/[a-z][a-z-]*)?$/, {
  zh: '应为页面路径，例如 whatsapp/order',
  en: 'should be the path of a screen such as whatsapp/order',
});
const path = () => z.string().max(64).regex(PATH);
const names = () => z.array(z.string().regex(NAME)).max(100);

/** How the rows are shown; null for the reader's own choice. */
export const viewLook = z.object({
  columns: z.object({ order: names(), hidden: names(), shown: names() }).nullable(),
  density: z.enum(['large', 'medium', 'small']).nullable(),
  layout: z.enum(['table', 'cards', 'board']).nullable(),
});

const filters = () =>
  z.record(z.string().regex(NAME), z.string().max(2_000)).refine(
    (values) => Object.keys(values).length <= FILTERS_MAX,
    localizedRule({
      zh: `最多 ${FILTERS_MAX} 个条件`,
      en: `accepts at most ${FILTERS_MAX} filters`,
    }),
  );

/** Why an alert is paused: its owner is disabled, lost the right to the list, or the list is too slow or refuses a filter. */
export const alertProblem = z.enum(['owner', 'right', 'slow', 'faulty']);

const period = z.object({ field: z.string().regex(NAME), span: z.enum(periodSpans) });
export type ViewPeriod = z.output<typeof period>;

const content = {
  name: z.string().trim().min(1).max(64),
  /** List parameters with their values, as in the address of the list. */
  filters: filters(),
  /** Rows of a span of days that moves with the present day; the filters of its field are those of the day of reading. */
  period: period.nullable(),
  /** A field, descending with a leading minus; empty for the order of the list. */
  sort: z.string().regex(SORT),
  look: viewLook,
  /** Roles whose users see the view. */
  roleIds: z.array(id()).max(50),
  /** Whether its owner is notified when the view has rows again. */
  alert: flag(),
};

const required = localizedRule({ zh: '请填写', en: 'is required' });

/** Filters, order, columns and density of a list under a name. Readers see the rows and fields that their own rights allow. */
export const view = resource('desk/view', {
  title: { zh: '列表视图', en: 'Saved views' },
  fields: {},
  calls: {
    /** The reader's own views of a list and those shared with their roles, by name. */
    'of-screen': get({
      title: { zh: '列表的视图', en: 'Views of a list' },
      access: 'signed-in',
      input: z.object({ screen: path() }),
      data: z.array(
        z.object({
          id: id(),
          ...content,
          isOwn: flag(),
          /** Null for readers who are not staff. */
          ownerName: z.string().nullable(),
          alertProblem: alertProblem.nullable(),
          /** Parameters left out because the reader may not use them, or the list has them no longer. */
          dropped: z.array(z.string()),
        }),
      ),
    }),
    /** Those of some views that the reader may open: for the menu. */
    named: get({
      title: { zh: '菜单中的视图', en: 'Views in the menu' },
      access: 'signed-in',
      input: z.object({ ids: ids(PINS_MAX) }),
      data: z.array(z.object({ id: id(), name: z.string(), screen: z.string() })),
    }),
    /** Adds a view, or changes the given parts of an own one. Sharing needs the permission `share`. */
    save: post({
      title: { zh: '保存视图', en: 'Save view' },
      access: 'signed-in',
      input: z
        .object({
          id: id().optional(),
          screen: path().optional(),
          /** The resource and the call that list the rows. */
          resource: path().optional(),
          call: z.string().max(64).regex(CALL).optional(),
          ...z.object(content).partial().shape,
        })
        .superRefine((input, context) => {
          if (input.id !== undefined) return;
          for (const name of ['screen', 'resource', 'call', 'name'] as const)
            if (input[name] === undefined) context.addIssue({ code: 'custom', ...required, path: [name] });
        }),
      data: z.object({ id: id() }),
    }),
    remove: post({
      title: { zh: '删除视图', en: 'Delete views' },
      access: 'signed-in',
      input: z.object({ ids: ids() }),
    }),
    /** Roles a view may be shared with. */
    roles: get({
      title: { zh: '共享视图', en: 'Share views' },
      access: 'share',
      input: choosing,
      data: choices,
    }),
  },
});
