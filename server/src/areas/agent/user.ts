import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { and, asc, eq, like, ne, type SQL, sql } from 'drizzle-orm';
import { adjust, adjustableAlone, adjustment } from '../../engines/customers/adjustments/index.ts';
import { askErasure, erasureApproval, erasureJob } from '../../engines/customers/erasure/index.ts';
import { allocate, balanceColumn, balancesOf, ledgerErrors, openWallets } from '../../engines/money/ledger/index.ts';
import { rebateVoiding } from '../../engines/money/rebates/index.ts';
import {
  agentChildren,
  childrenOf,
  findUser,
  isCalled,
  isInTree,
  openAccount,
  serviceAddressFor,
  type UserRow,
  users,
} from '../../engines/people/identity/index.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import { digestOf } from '../../kernel/auth/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { exportList } from '../../kernel/resource/export.ts';
import { keywordFilters } from '../../kernel/resource/keyword.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { allocationHandlers } from './user/allocations.ts';
import { changeHandlers, changeTimers } from './user/changes.ts';
import { contractHandlers, contractTimers } from './user/contracts.ts';
import { rebateHandlers, rebateTimers } from './user/rebates.ts';
import { complete, NOTHING, spendingOf } from './user/rows.ts';

const FOUND_MAX = 100;

export const agentUserErrors = defineErrors({
  ALLOCATION_BY_AGENT: {
    status: 400,
    zh: '平台账号没有余额，请开户后使用人工调账',
    en: 'Staff have no balance to allocate; adjust the balance after opening the account',
  },
});

type Opening = CallInput<typeof agentUser, 'open-account', 'out'>;

export const approvals = [adjustment, erasureApproval, rebateVoiding];

export const jobs = [erasureJob];

export const timers = [...rebateTimers, ...changeTimers, ...contractTimers];

export default serve(agentUser, {
  'lazy-page': lazyPage,
  export: exportUsers,
  'lazy-list': (c, input) => c.app.db.tx((tx) => treeNodes(tx, c.actor, input)),
  'open-account': (c, input) => c.tx((tx) => open(tx, c.actor, input)),
  ...allocationHandlers,
  ...rebateHandlers,
  ...changeHandlers,
  ...contractHandlers,
  erase: (c, input) => c.tx((tx) => askErasure(tx, c.actor, input)),
  balance: async (c) => {
    const { own, user } = await c.app.db.tx(async (tx) => ({
      own: (await balancesOf(tx, c.actor, { userIds: [c.actor.userId] }))[0],
      user: await findUser(tx, c.actor, c.actor.userId),
    }));
    // Staff have no wallets.
    const isPaused = user.pausedSince !== null;
    return { ...(own ?? { ...NOTHING, lowBalance: false }), ...(await spendingOf(c, [user]))(user), isPaused };
  },
  'service-address': addressAbove,
  'my-service-address': async ({ app, actor }) => {
    const { serviceAddress } = await app.db.tx((tx) => findUser(tx, actor, actor.userId));
    return { serviceAddress };
  },
  'update/my-service-address': (c, { serviceAddress }) =>
    c.tx(async (tx) => {
      const { userId, tenantId } = c.actor;
      const change = { serviceAddress, updateUser: userId, updateTime: new Date() };
      await tx.update(users).set(change).where(eq(users.id, userId));
      announceChange(tx, tenantId, 'agent/user');
    }),
  'adjustment-limit': async (c, { ids }) => ({
    alone: await c.app.db.tx((tx) => adjustableAlone(tx, c.actor, ids)),
  }),
  'manual-update-balance': (c, input) => c.tx((tx) => adjust(tx, c, input)),
});

/** Returns the service address above a user; for another user only with access to that user. */
function addressAbove({ app, actor }: Context, { userId }: CallInput<typeof agentUser, 'service-address', 'out'>) {
  const platformAddress = app.parameters.get(actor.tenantId, 'agent.defaultServiceAddress');
  return app.db.tx(async (tx) => {
    const user = userId === undefined ? actor : await findUser(tx, actor, userId);
    return { serviceAddress: await serviceAddressFor(tx, user, platformAddress) };
  });
}

const BY_KEYWORD = ['account', 'realName', 'phone', 'contractNo'];

/** Returns one level of the tree, or with a filter all descendants; one statement reads the balances of the page. */
async function lazyPage(c: Context, query: ListQuery) {
  const { actor } = c;
  const below = query.filters.find(({ field, operator }) => field === 'parentId' && operator === 'eq');
  const parentId = typeof below?.value === 'bigint' && below.value !== 0n ? below.value : null;
  const filters = query.filters.filter((filter) => filter !== below);
  const { keyword } = query.more;
  const anyOf = typeof keyword === 'string' ? keywordFilters(agentUser.fields, BY_KEYWORD, keyword) : query.anyOf;
  const where = await c.app.db.tx(async (tx) => {
    // Refuses a parent the reader may not see.
    const parent = parentId === null ? null : await findUser(tx, actor, parentId);
    return filters.length === 0 && !anyOf ? childrenOf(actor, parentId) : under(actor, parent);
  });
  const options = { actor, table: users, scope: 'owner', where, columns: sortedBy(actor) } as const;
  const page = await listRows<UserRow>(c.app.db, options, { ...query, filters, ...(anyOf ? { anyOf } : {}) });
  return { ...page, records: await complete(c, page.records) };
}

/** Exports all users below, at any depth, as the list shows them. */
function exportUsers(c: Context, query: ListQuery) {
  const { name: resource, title, fields } = agentUser;
  const source = { table: users, scope: 'owner', where: under(c.actor, null), columns: sortedBy(c.actor) } as const;
  const options = { resource, title, fields, ...source, complete: (rows: UserRow[]) => complete(c, rows) };
  return exportList<UserRow>(c, options, query);
}

/** Sort columns of other tables. */
const sortedBy = (actor: Actor) => ({ balance: balanceColumn(actor, sql`${users}.id`) });

/** Agents and sub-users below a user (default: the reader), at any depth. */
const under = (actor: Actor, parent: UserRow | null): SQL | undefined =>
  and(
    isInTree,
    ne(users.id, parent?.id ?? actor.userId),
    parent ? like(users.ownerPath, `${parent.ownerPath}%`) : undefined,
  );

type Nodes = CallInput<typeof agentUser, 'lazy-list', 'out'>;

/** Returns one level of the tree; with a keyword the matching descendants; with an id its level. */
async function treeNodes(tx: Tx, actor: Actor, { parentId, keyword, id: only }: Nodes) {
  const parent = parentId ? await findUser(tx, actor, parentId) : null;
  if (!keyword && only === undefined) {
    const nodes = await agentChildren(tx, actor, { parentId: parent?.id });
    return nodes.map((node) => ({ ...node, parentId: node.parentId ?? 0n }));
  }
  const found = await tx
    .select()
    .from(users)
    .where(
      and(
        visible(actor, users, 'owner'),
        // A user is not below themselves, but may be requested by id.
        only === undefined ? under(actor, parent) : and(isInTree, eq(users.id, only)),
        keyword ? isCalled(keyword) : undefined,
      ),
    )
    .orderBy(asc(users.id))
    .limit(FOUND_MAX);
  return found.map(({ id, parentId: above, realName, account, subCount }) => ({
    id,
    parentId: above ?? 0n,
    title: `${realName} (${account})`,
    account,
    hasChildren: subCount > 0 ? (1 as const) : (0 as const),
  }));
}

/** Opens account, role and wallets of a new agent or sub-user, and transfers the opener's initial amount. */
async function open(tx: Tx, actor: Actor, { initialAmount = ZERO, password, ...input }: Opening) {
  for (const limit of [input.spendLimitDay, input.spendLimitMonth, initialAmount]) {
    if (limit !== undefined && limit < 0n) throw ledgerErrors.AMOUNT_INVALID();
  }
  if (initialAmount > 0n && actor.userType === userType.is.staff) throw agentUserErrors.ALLOCATION_BY_AGENT();
  // The contract has validated the typed password; the stored hash is made from its digest, as for sign-ins.
  const opened = await openAccount(tx, actor, { ...input, password: digestOf(password) });
  const { id, userType: type, realName, ownerPath } = opened;
  await openWallets(tx, actor, { userId: id, userType: type, userName: realName, ownerPath });
  if (initialAmount > 0n) {
    const reference = { idemKey: `al:open:${id}`, bizType: 'open_account', bizId: id, bizNo: opened.account };
    await allocate(tx, actor, { ...reference, fromUserId: actor.userId, toUserId: id, amount: initialAmount });
  }
  announceChange(tx, actor.tenantId, 'agent/user');
  return { id, account: opened.account, status: opened.status };
}
