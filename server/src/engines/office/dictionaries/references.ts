import { type SQL, sql } from 'drizzle-orm';
import type { Reference } from '../../../kernel/resource/references.ts';

interface Use {
  /** The code of the open dictionary whose keys a column holds. */
  readonly code: string;
  readonly what: Reference['what'];
  readonly table: SQL;
  readonly column: SQL;
  readonly called: SQL;
}

/** Columns that hold keys of open dictionaries: their entries are not removed while rows have them. */
export const USES: readonly Use[] = [
  {
    code: 'notice',
    what: { zh: '通知', en: 'notices', one: 'notice' },
    table: sql`desk_notice r`,
    column: sql`r.category`,
    called: sql`r.title`,
  },
  {
    code: 'instruction_category',
    what: { zh: '使用说明', en: 'instructions', one: 'instruction' },
    table: sql`cnt_instruction r`,
    column: sql`r.category`,
    called: sql`r.title`,
  },
  {
    code: 'org_category',
    what: { zh: '机构', en: 'departments', one: 'department' },
    table: sql`sys_dept r`,
    column: sql`r.dept_category`,
    called: sql`r.dept_name`,
  },
  {
    code: 'post_category',
    what: { zh: '岗位', en: 'posts', one: 'post' },
    table: sql`sys_post r`,
    column: sql`r.category`,
    called: sql`r.post_name`,
  },
];

/** References that prevent the removal of an entry. Removed rows count, since they may be restored. */
export const entryReferences: readonly Reference[] = USES.map(({ code, what, table, column, called }) => ({
  what,
  from: sql`${table} join sys_dict d on d.code = ${code} and d.parent_id is not null and d.dict_key = ${column}::text and d.deleted_at is null`,
  column: sql`d.id`,
  called,
}));
