import { it } from 'vitest';
import { registerAppUser } from '../server/src/engines/customers/app-users/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const visit = setUpJourney();
const visitor = { account: 'journey_app', password: 'Visitor-12345' };

it('an app user who registered is approved, locked and unlocked by support, and signs in again', async () => {
  const { db } = visit.product;
  const [operator, support] = [
    await openStaff(db, 'admin', '运营小周', 'app_operator'),
    await openStaff(db, 'support', '客服小顾', 'app_support'),
  ];
  await db.tx((tx) =>
    registerAppUser(tx, {
      ...{ tenantId: DEFAULT_TENANT, ...visitor, name: '访客小沈' },
      ...{ ip: '203.0.113.7', userAgent: 'Journey' },
    }),
  );
  const [approving, helping, user] = [await visit.person(), await visit.person(), await visit.person()];

  // Refused sign-ins, and the calls of a page whose session has ended.
  user.expectProblems(/status of 40[01] /);
  await user.goTo('/login');
  await user.enter(visitor);
  await user.sees(/账号正在等待审核/);
  await approving.signIn(operator);
  await approving.open('客户', 'App用户');
  const waiting = approving.row(visitor.account);
  await approving.sees('待审核', waiting);
  await approving.pressMore('通过', waiting);
  await approving.sees('正常', waiting);
  await user.signInByHand(visitor);

  await helping.signIn(support);
  await helping.open('客户', 'App用户');
  const row = helping.row(visitor.account);
  await helping.pressMore('锁定', row);
  await helping.fill(helping.drawer, { 锁定天数: '2', 原因: '多地登录' });
  await helping.press('锁定', helping.drawer);
  await helping.sees('锁定', row);
  await user.goTo('/login');
  await user.enter(visitor);
  await user.sees(/锁定/);

  await helping.press('解锁', row);
  await helping.sees('正常', row);
  await user.signInByHand(visitor);
  await user.sees('我的面板');
});
