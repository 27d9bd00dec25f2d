import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { expect } from 'vitest';
import type { Answer, TestApp, TestUser } from './app.ts';

const DAY_MILLIS = 86_400_000;
let count = 0;

const done = ({ status, body }: Answer) => {
  expect([status, body?.msg]).toEqual([200, expect.any(String)]);
  return body.data;
};

/** A time some days from now, as forms have it. */
export const daysFromNow = (days: number): string => formatTime(new Date(Date.now() + days * DAY_MILLIS));

/** The form of an activity that has begun: 10 % of recharges from 50 on, at most 20. */
export const activityForm = (more: object = {}) => {
  count += 1;
  return {
    title: `活动 ${count}`,
    titleEn: `Activity ${count}`,
    activityType: 1,
    startTime: daysFromNow(-1),
    endTime: daysFromNow(1),
    ruleJson: [{ min: '50', rate: '10', cap: '20' }],
    budget: '500',
    perUserLimit: '50',
    ...more,
  };
};

/** Adds an activity. @returns its id */
export const addActivity = async (product: TestApp, more: object = {}, who = product.admin): Promise<string> =>
  done(await who.post('app-manage/activity/submit', activityForm(more))).id;

/** Adds an activity and publishes it, each by another person. @returns its id */
export async function runActivity(product: TestApp, more: object = {}): Promise<string> {
  const id = await addActivity(product, more);
  const publisher = await product.staff('administrator');
  expect(done(await publisher.post('app-manage/activity/publish', { id })).approvalId).toBeNull();
  return id;
}

/** Adds a published announcement. @returns its id */
export async function announced(product: TestApp, more: object = {}): Promise<string> {
  count += 1;
  const form = {
    title: `公告 ${count}`,
    titleEn: `News ${count}`,
    publishTime: daysFromNow(-1),
    content: '<p>Tonight</p>',
  };
  const { id } = done(await product.admin.post('app-manage/announcement/submit', { ...form, ...more }));
  done(await product.admin.post('app-manage/announcement/publish', { ids: id }));
  return id;
}

/** Adds a help article. @returns its id */
export async function explained(product: TestApp, more: object = {}): Promise<string> {
  count += 1;
  const form = { title: `Article ${count}`, lang: 2, content: '<p>Choose a method</p>' };
  return done(await product.admin.post('app-manage/instruction/submit', { ...form, ...more })).id;
}

/** Requests to calls about activities, announcements and instructions. */
export const contentExamples = (
  product: TestApp,
  agent: TestUser,
  filed: (name: string) => { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> },
) => ({
  'app-manage/activity/publish': async () => ({ body: { id: await addActivity(product) } }),
  'app-manage/activity/close': async () => ({ body: { ids: await runActivity(product), reason: 'Over' } }),
  'app-manage/activity/claim': async () => ({
    who: agent,
    body: { id: await runActivity(product, { activityType: 2, ruleJson: [{ min: '0', bonus: '1' }] }) },
  }),
  'app-manage/activity/put-picture': () => filed('picture.png'),
  'app-manage/activity/put-cover': () => filed('cover.png'),
  'app-manage/announcement/publish': async () => {
    const form = { title: '草稿', publishTime: daysFromNow(0), content: '<p>Soon</p>' };
    return { body: { ids: done(await product.admin.post('app-manage/announcement/submit', form)).id } };
  },
  'app-manage/announcement/withdraw': async () => ({ body: { ids: await announced(product) } }),
  'app-manage/announcement/read': async () => ({ who: agent, body: { ids: await announced(product) } }),
  'app-manage/announcement/put-picture': () => filed('picture.png'),
  'app-manage/instruction/view': async () => ({ who: agent, body: { id: await explained(product) } }),
  'app-manage/instruction/put-picture': () => filed('picture.png'),
});
