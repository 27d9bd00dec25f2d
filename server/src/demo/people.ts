import { orgCategory } from '@trade-assistant/contract/areas/system/dept.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { openWallets } from '../engines/money/ledger/index.ts';
import type { PriceReader } from '../engines/money/pricing/index.ts';
import {
  actorOf,
  changeStatus,
  depts,
  openAccount,
  placeDept,
  posts,
  roleIdsOfKeys,
  userDepts,
  userPosts,
  users,
} from '../engines/people/identity/index.ts';
import { readerOf } from '../engines/stock/orders/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import { invariant } from '../kernel/invariant.ts';
import { asCall } from './as-call.ts';

/** Someone who buys: an agent, or a sub-user buying for one. */
export interface Buyer {
  readonly actor: Actor;
  readonly reader: PriceReader;
  readonly agentId: bigint;
  readonly agentName: string;
  readonly verified: boolean;
  /** Who pays into the wallet: the platform's recharge, or for a sub-user the agent above. */
  readonly payer: Buyer | null;
}

export interface People {
  /** Staff by role. */
  readonly staff: Readonly<Record<StaffRole, Actor>>;
  readonly buyers: readonly Buyer[];
}

type StaffRole = (typeof STAFF)[number]['role'];

/** One account per role; the role `administrator` is the installation's own. */
const STAFF = [
  { account: 'demo_admin', role: 'admin', dept: 'operations', post: 'coo', name: '林小舟（演示）' },
  { account: 'demo_finance', role: 'finance', dept: 'finance', post: 'cfo', name: '苏见山（演示）' },
  { account: 'demo_check', role: 'finance_check', dept: 'finance', post: 'staff', name: '叶知远（演示）' },
  { account: 'demo_compliance', role: 'compliance', dept: 'headquarters', post: 'pm', name: '顾云川（演示）' },
  { account: 'demo_stock', role: 'warehouse', dept: 'stock', post: 'staff', name: '程望海（演示）' },
  { account: 'demo_support', role: 'support', dept: 'support', post: 'staff', name: '白晚晴（演示）' },
] as const;

/** Colleagues beside them, each below a leader named before. */
const COLLEAGUES = [
  {
    account: 'staff_shen',
    role: 'warehouse',
    dept: 'stock',
    post: 'staff',
    name: '沈听雨（演示）',
    leader: 'demo_stock',
  },
  {
    account: 'staff_jiang',
    role: 'warehouse',
    dept: 'stock',
    post: 'staff',
    name: '江知夏（演示）',
    leader: 'demo_stock',
  },
  {
    account: 'staff_rowan',
    role: 'support',
    dept: 'support',
    post: 'staff',
    name: 'Rowan Ashby (demo)',
    leader: 'demo_support',
    // A substitute, who switches between two roles.
    also: { role: 'warehouse', dept: 'stock' },
  },
  {
    account: 'staff_he',
    role: 'support',
    dept: 'support',
    post: 'staff',
    name: '何以安（演示）',
    leader: 'demo_support',
  },
  {
    account: 'staff_mira',
    role: 'finance',
    dept: 'finance',
    post: 'staff',
    name: 'Mira Holloway (demo)',
    leader: 'demo_finance',
  },
  {
    account: 'staff_xu',
    role: 'compliance',
    dept: 'headquarters',
    post: 'hrm',
    name: '许清和（演示）',
    leader: 'demo_admin',
  },
] as const;

/** Below the installation's own headquarters, each after the one it hangs below. */
const DEPTS = [
  { code: 'operations', above: 'headquarters', zh: '运营部', en: 'Operations', category: orgCategory.is.department },
  { code: 'stock', above: 'operations', zh: '仓储组', en: 'Stock', category: orgCategory.is.team },
  { code: 'support', above: 'operations', zh: '客服组', en: 'Support', category: orgCategory.is.team },
  { code: 'finance', above: 'headquarters', zh: '财务部', en: 'Finance', category: orgCategory.is.department },
] as const;

const VERIFIED = 2;
const WAITING = 3;

interface Agent {
  readonly account: string;
  readonly name: string;
  readonly level: number;
  readonly above?: string;
  /** 0 none, 1 in review, 2 verified, 3 refused. */
  readonly kyc: number;
  readonly waiting?: true;
  readonly disabled?: true;
}

/** Three levels, fifteen agents; none has a higher level than its parent. */
const AGENTS: readonly Agent[] = [
  { account: 'demo_agent', name: '云杉贸易（示例）', level: 3, kyc: VERIFIED },
  { account: 'agent_harbour', name: 'Harbour Lane (sample)', level: 4, kyc: VERIFIED },
  { account: 'agent_qinghe', name: '青禾通讯（示例）', level: 2, kyc: VERIFIED },
  { account: 'agent_fern', name: 'Fernbrook Desk (sample)', level: 1, kyc: 1 },
  { account: 'agent_cedar', name: '雪松商务（示例）', level: 2, above: 'demo_agent', kyc: VERIFIED },
  { account: 'agent_maple', name: '枫桥信息（示例）', level: 1, above: 'demo_agent', kyc: VERIFIED },
  { account: 'agent_pier', name: 'Pier Nine (sample)', level: 3, above: 'agent_harbour', kyc: VERIFIED },
  { account: 'agent_buoy', name: 'Buoy & Bell (sample)', level: 2, above: 'agent_harbour', kyc: VERIFIED },
  { account: 'agent_rice', name: '稻香网络（示例）', level: 1, above: 'agent_qinghe', kyc: 0 },
  { account: 'agent_mill', name: '水车科技（示例）', level: 2, above: 'agent_qinghe', kyc: VERIFIED },
  { account: 'agent_moss', name: 'Mosswood Link (sample)', level: 1, above: 'agent_fern', kyc: 0, disabled: true },
  { account: 'agent_cone', name: '松果出海（示例）', level: 1, above: 'agent_cedar', kyc: VERIFIED },
  { account: 'agent_leaf', name: '一叶外贸（示例）', level: 1, above: 'agent_maple', kyc: 3 },
  { account: 'agent_tide', name: 'Tidewater Post (sample)', level: 2, above: 'agent_pier', kyc: VERIFIED },
  { account: 'agent_grain', name: '谷雨商贸（示例）', level: 1, above: 'agent_mill', kyc: 0, waiting: true },
];

const SUB_USER = { account: 'demo_sub', name: '云杉采购员（示例）', above: 'demo_agent' };

/** Who signs in as whom: what the start prints. */
export const demoAccounts: readonly { account: string; role: string }[] = [
  ...STAFF.map(({ account, role }) => ({ account, role })),
  { account: 'demo_agent', role: 'agent' },
  { account: SUB_USER.account, role: 'agent_sub' },
  { account: 'demo_app', role: 'app_user' },
];

async function openDepts(tx: Tx, { tenantId }: Actor): Promise<void> {
  for (const [index, { code, above, zh, en, category }] of DEPTS.entries()) {
    const [parent] = await tx
      .select({ id: depts.id })
      .from(depts)
      .where(and(eq(depts.tenantId, tenantId), eq(depts.code, above), isNull(depts.deletedAt)));
    const [row] = await tx
      .insert(depts)
      .values({
        ...{ tenantId, code, deptName: zh, deptNameEn: en, fullName: `外贸助手${zh}`, deptCategory: category },
        ...{ parentId: parent?.id ?? null, sort: index + 1 },
      })
      .returning({ id: depts.id });
    if (row) await placeDept(tx, row.id);
  }
}

/** Opens every account with the same password (its digest) and wallets for who trades. */
export async function openPeople(tx: Tx, system: Actor, password: string): Promise<People> {
  await openDepts(tx, system);
  const staff = {} as Record<StaffRole, Actor>;
  const ids = new Map<string, bigint>();
  for (const [index, person] of [...STAFF, ...COLLEAGUES].entries()) {
    const { account, role, dept, post, name } = person;
    const also = 'also' in person ? person.also : undefined;
    const roleIds = await roleIdsOfKeys(tx, system.tenantId, [role]);
    const row = await openAccount(tx, system, {
      account,
      password,
      realName: name,
      userType: userType.is.staff,
      roleIds,
      mustChangePassword: false,
      ...contact(index, account),
    });
    await tx.insert(userDepts).select(
      tx
        .select({ userId: sql<bigint>`${row.id}::bigint`.as('user_id'), deptId: depts.id })
        .from(depts)
        .where(and(eq(depts.tenantId, system.tenantId), inArray(depts.code, also ? [dept, also.dept] : [dept]))),
    );
    await tx.insert(userPosts).select(
      tx
        .select({ userId: sql<bigint>`${row.id}::bigint`.as('user_id'), postId: posts.id })
        .from(posts)
        .where(and(eq(posts.tenantId, system.tenantId), eq(posts.postCode, post))),
    );
    const leaderId = 'leader' in person ? ids.get(person.leader) : undefined;
    await tx
      .update(users)
      .set({ code: `E-${String(index + 1).padStart(3, '0')}`, leaderId: leaderId ?? null })
      .where(eq(users.id, row.id));
    ids.set(account, row.id);
    staff[role] ??= await actor(tx, row.id);
  }
  const asked = { values: [{ paramKey: 'account.switchMode', paramValue: '1' }] };
  const control = { resource: 'system/param', name: 'update-control-panel', asked };
  await asCall(tx, staff.admin, control, () =>
    tx.execute(sql`
      update sys_param set param_value = '1', update_user = ${staff.admin.userId}
      where tenant_id = ${system.tenantId} and param_key = 'account.switchMode' and deleted_at is null`),
  );
  const opened = new Map<string, { id: bigint; name: string; agent: Agent }>();
  for (const [index, agent] of AGENTS.entries()) {
    const parentId = agent.above === undefined ? null : (opened.get(agent.above)?.id ?? null);
    const row = await openAccount(tx, staff.admin, {
      account: agent.account,
      password,
      realName: agent.name,
      userType: userType.is.agent,
      parentId,
      agentLevel: agent.level,
      mustChangePassword: false,
      ...(agent.waiting ? { status: WAITING } : {}),
      ...(parentId === null ? { serviceAddress: `@${agent.account}` } : {}),
      ...contact(30 + index, agent.account),
    });
    await tx.update(users).set({ kycStatus: agent.kyc }).where(eq(users.id, row.id));
    await openWallets(tx, system, {
      userId: row.id,
      userType: userType.is.agent,
      userName: agent.name,
      ownerPath: row.ownerPath,
    });
    opened.set(agent.account, { id: row.id, name: agent.name, agent });
  }
  const sub = await openAccount(tx, staff.admin, {
    account: SUB_USER.account,
    password,
    realName: SUB_USER.name,
    userType: userType.is.subUser,
    parentId: opened.get(SUB_USER.above)?.id ?? null,
    spendLimitDay: parseMoney('500'),
    spendLimitMonth: parseMoney('5000'),
    mustChangePassword: false,
    ...contact(50, SUB_USER.account),
  });
  await openWallets(tx, system, {
    userId: sub.id,
    userType: userType.is.subUser,
    userName: SUB_USER.name,
    ownerPath: sub.ownerPath,
  });
  return { staff, buyers: await buyersOf(tx, opened, sub.id) };
}

/** Ends the business with who was to be turned away, after all that happened before. */
export async function disablePeople(tx: Tx, by: Actor): Promise<void> {
  const accounts = AGENTS.filter(({ disabled }) => disabled).map(({ account }) => account);
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.tenantId, by.tenantId), inArray(users.account, accounts)));
  for (const { id } of rows) {
    const change = { status: 0 as const, reason: '合作终止（演示） / Cooperation ended (demo)' };
    const call = { resource: 'system/user', name: 'update-status', asked: { userId: String(id), ...change } };
    await asCall(tx, by, call, () => changeStatus(tx, by, { userId: id, ...change }));
  }
}

/** The accounts were there before what they did. */
export async function backdatePeople(tx: Tx, opened: Date): Promise<void> {
  await tx.update(users).set({ createTime: opened, updateTime: opened }).where(eq(users.createTime, sql`now()`));
}

async function buyersOf(
  tx: Tx,
  opened: ReadonlyMap<string, { id: bigint; name: string; agent: Agent }>,
  subId: bigint,
): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  for (const { id, name, agent } of opened.values()) {
    if (agent.waiting) continue;
    const who = await actor(tx, id);
    buyers.push({
      actor: who,
      reader: await readerOf(tx, who),
      agentId: id,
      agentName: name,
      verified: agent.kyc === VERIFIED,
      payer: null,
    });
  }
  const payer = buyers.find(({ actor: { account } }) => account === SUB_USER.above);
  invariant(payer, 'demo-sub-user-without-agent');
  const who = await actor(tx, subId);
  buyers.push({ ...payer, actor: who, reader: await readerOf(tx, who), payer });
  return buyers;
}

async function actor(tx: Tx, userId: bigint): Promise<Actor> {
  const found = await actorOf(tx, userId);
  invariant(found, 'demo-account-may-not-act', String(userId));
  return found;
}

/** Reachable by nobody: numbers of the range reserved for fiction, addresses of the domain reserved for examples. */
const contact = (index: number, account: string) => ({
  phone: `+1907555${String(100 + index).padStart(4, '0')}`,
  email: `${account.replaceAll('_', '.')}@example.com`,
});
