import { randomInt } from 'node:crypto';
import type { Readable } from 'node:stream';
import { USER_IMPORT_LINES, userFile } from '@trade-assistant/contract/areas/system/user.ts';
import { sex, userFields, userPlatform } from '@trade-assistant/contract/areas/system/user-fields.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { ListImportReport } from '@trade-assistant/contract/kit/list-import.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { rightsChanged } from '../../../../kernel/auth/changes.ts';
import { noPassword } from '../../../../kernel/auth/password.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { isAmbiguous, maskLine } from '../../../../kernel/phone/index.ts';
import {
  excerptOf,
  lineProblemTexts,
  looksLikeNumber,
  readTable,
  type TableRow,
  xlsxStream,
} from '../../../../kernel/spreadsheet/index.ts';
import { isAdministrator } from '../rights/actor.ts';
import { roleChoices } from '../rights/roles.ts';
import { assertQuota, INVITE_ALPHABET } from './accounts.ts';
import { pinyinOf } from './pinyin.ts';

/** Columns with the headings they accept. */
const COLUMNS = {
  account: ['登录账号', 'account'],
  realName: ['真实姓名', 'real name'],
  name: ['用户名', 'user name'],
  platform: ['用户平台', 'platform'],
  phone: ['手机号码', 'phone'],
  email: ['邮箱', 'e-mail'],
  sex: ['性别', 'sex'],
  birthday: ['生日', 'birthday'],
  code: ['工号', 'staff number'],
  roles: ['角色', 'roles'],
  depts: ['部门', 'departments'],
  posts: ['岗位', 'posts'],
  remark: ['备注', 'remark'],
} as const;
type Column = keyof typeof COLUMNS;

const PLAIN = ['account', 'realName', 'name', 'phone', 'email', 'birthday', 'code', 'remark'] as const;
const CODED: readonly (readonly ['platform' | 'sex', Dictionary])[] = [
  ['platform', userPlatform],
  ['sex', sex],
];
const NAMED = ['roles', 'depts', 'posts'] as const;
const LABELS: Readonly<Record<(typeof NAMED)[number], Text>> = {
  roles: { zh: '角色', en: 'role' },
  depts: { zh: '部门', en: 'department' },
  posts: { zh: '岗位', en: 'post' },
};
const REQUIRED: ReadonlySet<string> = new Set(['account', 'realName']);
const MANY = /[,，、;；|]/;
const PORTION = 2000;

/** A valid line. */
interface Line extends Partial<Record<(typeof PLAIN)[number], string>> {
  readonly platform?: number;
  readonly sex?: number;
  readonly roles: readonly bigint[];
  readonly depts: readonly bigint[];
  readonly posts: readonly bigint[];
}

/** Ids by name and by code, for the values of cells; null if several rows have the name. */
type Names = ReadonlyMap<string, bigint | null>;

interface ImportLookups {
  readonly names: Readonly<Record<(typeof NAMED)[number], Names>>;
  /** Existing accounts in lower case, with whether the importer may change them. */
  readonly accounts: ReadonlyMap<string, { readonly id: bigint; readonly isOpen: boolean }>;
  readonly canGrant: boolean;
  readonly isCovered: boolean;
}

interface UserImport {
  readonly path: string;
  readonly signal: AbortSignal;
  /** Called between two batches with the step and its progress; a total of 0 is unknown. */
  readonly progress: (done: number, total: number, note: Text) => void;
  /** Whether a line with an existing account changes that account; otherwise the line is wrong. */
  readonly isCovered: boolean;
  /** Whether the importer may assign roles. */
  readonly canGrant: boolean;
}

/** A line that was not imported, and why. */
export interface LineProblem {
  readonly lineNo: number;
  readonly text: string;
  readonly reason: Text;
}

/** Result of an import, with all problems and warnings. */
type UserImportOutcome = Pick<ListImportReport, 'lines' | 'added' | 'changed' | 'unchanged'> & {
  readonly problems: readonly LineProblem[];
  readonly warnings: readonly LineProblem[];
};

/** The total number of lines is not known yet. */
const checking = (lines: number): Text => ({
  zh: `正在检查，已读 ${lines.toLocaleString('en-US')} 行`,
  en: `checking, ${lines.toLocaleString('en-US')} lines read`,
});
const TAKING = { zh: '正在写入', en: 'writing' };

/**
 * Imports the staff of a list (csv or xlsx): all of them or, if a line is wrong, none. They have no password until one
 * is set. Roles, departments and posts are named in either language or by their codes.
 * @throws TENANT_QUOTA, the errors of `readTable`, and the signal's reason when it is aborted
 */
export async function importUsers(tx: Tx, actor: Actor, input: UserImport): Promise<UserImportOutcome> {
  const { signal, progress } = input;
  // One import per tenant at a time. If an account is taken meanwhile, the unique index fails the whole import.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('user import ' || ${actor.tenantId}))`);
  const known = await readKnown(tx, actor, input);
  const { lines, count, problems, warnings } = await readLines(known, input);
  const report = { lines: count, added: 0, changed: 0, unchanged: 0, problems, warnings };
  if (problems.length > 0) return report;
  const isThere = ({ account = '' }: Line) => known.accounts.has(account.toLowerCase());
  const [changed, added] = [lines.filter(isThere), lines.filter((line) => !isThere(line))];
  if (added.length > 0) await assertQuota(tx, actor.tenantId, added.length);
  const codes = await inviteCodes(tx, actor, added.length);
  let done = 0;
  const eachPortion = async (all: readonly Line[], work: (portion: readonly Line[], at: number) => Promise<void>) => {
    for (let at = 0; at < all.length; at += PORTION) {
      signal.throwIfAborted();
      const portion = all.slice(at, at + PORTION);
      await work(portion, at);
      done += portion.length;
      progress(done, lines.length, TAKING);
    }
  };
  await eachPortion(added, (portion, at) => add(tx, actor, portion, codes.slice(at, at + PORTION)));
  await eachPortion(changed, (portion) => change(tx, actor, portion));
  if (lines.length > 0) await rightsChanged(tx);
  signal.throwIfAborted();
  return { ...report, added: added.length, changed: changed.length };
}

async function readLines(
  known: ImportLookups,
  { path, signal, progress }: UserImport,
): Promise<{ lines: Line[]; count: number; problems: LineProblem[]; warnings: LineProblem[] }> {
  const problems: LineProblem[] = [];
  const warnings: LineProblem[] = [];
  const lines: Line[] = [];
  const seen = new Map<string, number>();
  let count = 0;
  const columns = Object.fromEntries(Object.entries(COLUMNS).map(([key, names]) => [key, [...names, names.join(' ')]]));
  const options = { maxBytes: userFile.maxBytes, maxLines: USER_IMPORT_LINES, columns };
  for await (const rows of readTable(path, options)) {
    signal.throwIfAborted();
    for (const row of rows) {
      count += 1;
      const found = readLine(row, known, seen);
      const line = { lineNo: row.lineNo, text: excerptOf(row.cells.map(maskNumbers)) };
      if ('problem' in found) problems.push({ ...line, reason: found.problem });
      else {
        lines.push(found);
        const doubts = doubtsAbout(row);
        if (doubts.length > 0)
          warnings.push({
            ...line,
            reason: { zh: doubts.map(({ zh }) => zh).join('；'), en: doubts.map(({ en }) => en).join('; ') },
          });
      }
    }
    progress(0, 0, checking(count));
  }
  return { lines, count, problems, warnings };
}

/** Returns the cell, with its middle digits masked if it looks like a phone number. */
const maskNumbers = (cell: string): string => (looksLikeNumber(cell) ? maskLine(cell) : cell);

/** Returns warnings about cells that a spreadsheet may have changed by reading them as numbers. */
function doubtsAbout({ values, numericKeys = [] }: TableRow): Text[] {
  return numericKeys.flatMap((key): Text[] => {
    const digits = values[key] ?? '';
    if (key === 'phone')
      return isAmbiguous(digits, HOME)
        ? [
            {
              zh: '手机号码单元格是数字，已按中国大陆手机号读取；境外号码请设为文本并以 + 开头',
              en: 'The phone is a numeric cell and was read as a mainland number; enter foreign numbers as text with +',
            },
          ]
        : [];
    if (key !== 'account' && key !== 'code') return [];
    const { zh, en } = userFields[key].options.label;
    return [
      {
        zh: `${zh}单元格是数字，已读为“${cut(digits)}”；如有前导零请设为文本`,
        en: `${en} is a numeric cell and was read as “${cut(digits)}”; format it as text if it has leading zeros`,
      },
    ];
  });
}
/** Contact phones without a country code are those of mainland China. */
const HOME = 'CN';

type Problem = { readonly problem: Text };
const wrong = (zh: string, en: string): Problem => ({ problem: { zh, en } });

/** Returns the values of a line, or its problem. */
function readLine(row: TableRow, known: ImportLookups, seen: Map<string, number>): Line | Problem {
  if (row.problem) return { problem: lineProblemTexts[row.problem] };
  const cell = (column: Column): string => row.values[column]?.trim() ?? '';
  const line: Record<string, unknown> = {};
  for (const name of PLAIN) {
    const field = userFields[name];
    const { zh, en } = field.options.label;
    const text = cell(name);
    if (text === '') {
      if (REQUIRED.has(name)) return wrong(`缺少${zh}`, `${en} is missing`);
      continue;
    }
    const read = field.schema.safeParse(text);
    if (!read.success) {
      const shown = maskNumbers(cut(text));
      return wrong(`${zh}“${shown}”有误`, `${en} “${shown}” is invalid`);
    }
    line[name] = read.data;
  }
  for (const [name, dictionary] of CODED) {
    const text = cell(name);
    if (text === '') continue;
    const entry = Object.values(dictionary.entries).find(({ zh, en, value }) =>
      [zh, en, String(value)].some((one) => one.toLowerCase() === text.toLowerCase()),
    );
    const { zh, en } = userFields[name].options.label;
    if (!entry) return wrong(`${zh}“${cut(text)}”不存在`, `The ${en.toLowerCase()} “${cut(text)}” does not exist`);
    line[name] = entry.value;
  }
  for (const name of NAMED) {
    const ids = new Set<bigint>();
    const { zh, en } = LABELS[name];
    for (const text of cell(name).split(MANY)) {
      const sought = text.trim().toLowerCase();
      if (sought === '') continue;
      if (name === 'roles' && !known.canGrant) return wrong('没有分配角色的权限', 'You may not assign roles');
      const id = known.names[name].get(sought);
      if (id === undefined)
        return wrong(
          `${zh}“${cut(text)}”不存在或不可授予`,
          `The ${en} “${cut(text)}” does not exist or cannot be assigned`,
        );
      if (id === null)
        return wrong(`有多个${zh}叫“${cut(text)}”，请填编号`, `Several have the name “${cut(text)}”; enter the code`);
      ids.add(id);
    }
    line[name] = [...ids];
  }
  return placed(line as unknown as Line, row.lineNo, known, seen);
}

const cut = (text: string): string => text.trim().slice(0, 32);

/** Refuses an account that is in the file twice, or exists and may not be changed. */
function placed(line: Line, lineNo: number, known: ImportLookups, seen: Map<string, number>): Line | Problem {
  const account = line.account ?? '';
  const key = account.toLowerCase();
  const earlier = seen.get(key);
  if (earlier !== undefined) return wrong(`与第 ${earlier} 行账号相同`, `Same account as line ${earlier}`);
  seen.set(key, lineNo);
  const there = known.accounts.get(key);
  if (there && !known.isCovered) return wrong(`账号“${account}”已存在`, `The account “${account}” already exists`);
  if (there && !there.isOpen) return wrong(`不能修改账号“${account}”`, `You may not change the account “${account}”`);
  return line;
}

async function readKnown(tx: Tx, actor: Actor, { canGrant, isCovered }: UserImport): Promise<ImportLookups> {
  const isAll = isAdministrator(actor);
  const accounts = await tx.execute<{ id: string; account: string; open: boolean }>(sql`
    select u.id::text, lower(u.account) as account, u.user_type = ${userType.is.staff} and u.id <> ${actor.userId} and (${isAll} or not exists (
      select from sys_user_role ur join sys_role r on r.id = ur.role_id and r.role_alias = 'administrator' where ur.user_id = u.id)) as open
    from sys_user u where u.tenant_id = ${actor.tenantId} and u.deleted_at is null`);
  const named = async (table: string, code: string, zh: string, en: string): Promise<Names> => {
    const found = await tx.execute<{ id: string; code: string; zh: string; en: string }>(sql`
      select id::text, ${sql.raw(code)} as code, ${sql.raw(zh)} as zh, ${sql.raw(en)} as en from ${sql.raw(table)}
      where tenant_id = ${actor.tenantId} and deleted_at is null order by id`);
    return namesOf(found.rows.map(({ id, ...row }) => ({ id: BigInt(id), names: [row.zh, row.en], code: row.code })));
  };
  const roles = canGrant ? await roleChoices(tx, actor, { keyword: '' }) : [];
  return {
    names: {
      roles: namesOf(roles.map(({ value, label, labelEn }) => ({ id: value, names: [label, labelEn], code: '' }))),
      depts: await named('sys_dept', 'code', 'dept_name', 'dept_name_en'),
      posts: await named('sys_post', 'post_code', 'post_name', 'post_name_en'),
    },
    accounts: new Map(accounts.rows.map(({ id, account, open }) => [account, { id: BigInt(id), isOpen: open }])),
    canGrant,
    isCovered,
  };
}

function namesOf(rows: readonly { id: bigint; names: readonly string[]; code: string }[]): Names {
  const found = new Map<string, bigint | null>();
  for (const { id, names } of rows)
    for (const name of new Set(names.map((one) => one.toLowerCase())))
      if (name !== '') found.set(name, found.has(name) && found.get(name) !== id ? null : id);
  // A code identifies one row, even if it is also the name of others.
  for (const { id, code } of rows) if (code !== '') found.set(code.toLowerCase(), id);
  return found;
}

const columnsOf = (lines: readonly Line[]) =>
  JSON.stringify(
    lines.map(({ roles, depts, posts, ...line }) => ({
      ...line,
      key: line.account?.toLowerCase(),
      pinyin: pinyinOf(line.realName ?? ''),
    })),
  );
const SENT = sql.raw(
  `(account text, key text, "realName" text, pinyin text, name text, phone text, email text, birthday date, code text, remark text, platform int, sex int, hash text, invite text)`,
);

async function add(tx: Tx, actor: Actor, lines: readonly Line[], codes: readonly string[]): Promise<void> {
  const sent = lines.map(({ roles: _r, depts: _d, posts: _p, ...line }, index) => ({
    ...line,
    pinyin: pinyinOf(line.realName ?? ''),
    hash: noPassword(),
    invite: codes[index],
  }));
  await tx.execute(sql`
    insert into sys_user (tenant_id, account, password_hash, must_change_password, user_type, real_name, real_name_pinyin, name, phone, email, birthday,
      code, remark, platform, sex, owner_path, invite_code, create_user, create_user_name, create_dept, update_user)
    select ${actor.tenantId}, account, hash, 1, ${userType.is.staff}, "realName", pinyin, coalesce(name, "realName"), coalesce(phone, ''),
      coalesce(email, ''), birthday, coalesce(code, ''), coalesce(remark, ''), coalesce(platform, 1), sex, '/', invite,
      ${actor.userId}, ${actor.realName}, ${actor.deptIds[0] ?? null}, ${actor.userId}
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as s ${SENT}`);
  await join(tx, actor, lines);
}

/** Empty cells leave the present value. */
async function change(tx: Tx, actor: Actor, lines: readonly Line[]): Promise<void> {
  await tx.execute(sql`
    update sys_user u set real_name = s."realName", real_name_pinyin = s.pinyin, name = coalesce(s.name, u.name), phone = coalesce(s.phone, u.phone),
      email = coalesce(s.email, u.email), birthday = coalesce(s.birthday, u.birthday), code = coalesce(s.code, u.code),
      remark = coalesce(s.remark, u.remark), platform = coalesce(s.platform, u.platform), sex = coalesce(s.sex, u.sex),
      update_user = ${actor.userId}, update_time = now(), version = u.version + 1
    from jsonb_to_recordset(${columnsOf(lines)}::jsonb) as s ${SENT}
    where u.tenant_id = ${actor.tenantId} and lower(u.account) = s.key and u.deleted_at is null`);
  await join(tx, actor, lines);
}

const JOINS = [
  ['roles', 'sys_user_role', 'role_id'],
  ['depts', 'sys_user_dept', 'dept_id'],
  ['posts', 'sys_user_post', 'post_id'],
] as const;

/** Replaces roles, departments and posts if a line names any. */
async function join(tx: Tx, actor: Actor, lines: readonly Line[]): Promise<void> {
  for (const [name, table, column] of JOINS) {
    const given = lines.flatMap((line) =>
      line[name].map((id) => ({ key: line.account?.toLowerCase(), id: String(id) })),
    );
    if (given.length === 0) continue;
    const [into, of] = [sql.identifier(table), sql.identifier(column)];
    const pairs = sql`select u.id, s.id::bigint as one from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as s (key text, id text)
      join sys_user u on u.tenant_id = ${actor.tenantId} and lower(u.account) = s.key and u.deleted_at is null`;
    await tx.execute(sql`delete from ${into} j using (${pairs}) p where j.user_id = p.id`);
    await tx.execute(sql`insert into ${into} (user_id, ${of}) ${pairs}`);
  }
}

/** Returns `count` unused invite codes; among a hundred thousand random ones some are likely to be in use. */
async function inviteCodes(tx: Tx, actor: Actor, count: number): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < count) {
    while (codes.size < count) codes.add(inviteCode());
    const { rows } = await tx.execute<{ code: string }>(sql`
      select invite_code as code from sys_user where tenant_id = ${actor.tenantId} and deleted_at is null
        and invite_code = any(${sql.param([...codes])}::text[])`);
    for (const { code } of rows) codes.delete(code);
  }
  return [...codes];
}

const inviteCode = (): string =>
  Array.from({ length: 8 }, () => INVITE_ALPHABET[randomInt(INVITE_ALPHABET.length)]).join('');

/** Returns the workbook to fill in. */
export function userTemplate(): Readable {
  const said = (dictionary: Dictionary) =>
    Object.values(dictionary.entries)
      .map(({ zh, en }) => `${zh} ${en}`)
      .join('；');
  return xlsxStream(
    [['li_ming', '李明（示例）', '', 'WEB', '', 'li.ming@example.com', '男', '1990-02-28', 'E-001', '', '', '', '']],
    {
      header: Object.values(COLUMNS).map((names) => names.join(' ')),
      widths: [18, 16, 14, 14, 18, 28, 10, 14, 14, 20, 24, 20, 24],
      notes: [
        ['登录账号 account', '必填，4–32 位字母、数字或下划线 / Required: 4–32 letters, digits or underscores'],
        ['真实姓名 real name', '必填 / Required'],
        ['用户平台 platform', `可空；${said(userPlatform)} / May be empty`],
        ['性别 sex', `可空；${said(sex)} / May be empty`],
        ['生日 birthday', '可空，例如 1990-02-28 / May be empty, such as 1990-02-28'],
        [
          '角色、部门、岗位 roles, departments, posts',
          '名称或编号，多个用顿号或逗号分隔 / Names or codes, separated by commas',
        ],
        [
          '密码 password',
          '导入后在列表中重置，生成一次性密码 / Reset it in the list afterwards: each gets a one-time password',
        ],
        ['示例行 Sample line', '导入前请删除 / Remove it before importing'],
      ],
    },
  );
}
