import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { dict, int, readOnly, text, time } from '../../kit/field.ts';
import { id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';

/** At most one storage, one SMS provider and one mail server of a tenant is on. */
export const providerStatus = dictionary('provider_status', {
  off: { value: 1, zh: '未启用', en: 'Off', tone: 'off' },
  on: { value: 2, zh: '启用', en: 'On', tone: 'good' },
});

/** The name a cloud gives to one of its regions. */
export const REGION = matching(/^[a-zA-Z0-9-]{1,64}$/, {
  zh: '应为区域名称，例如 cn-hangzhou',
  en: 'should be a region name such as cn-hangzhou',
});

/** Whether a row is the one in use; the calls below change it. */
export const inUseField = dict(providerStatus, {
  namedAs: 'statusName',
  label: { zh: '是否启用', en: 'Enabled' },
  required: true,
  list: true,
  search: 'equal',
  form: false,
  initial: providerStatus.is.off,
});

/** How the hand-overs to a service ended. */
export const handOverFields = readOnly({
  lastSuccessTime: time({ label: { zh: '最近成功', en: 'Last success' }, list: true }),
  failures: int({
    label: { zh: '连续失败', en: 'Failures in a row' },
    help: { zh: '连续失败 5 次会通知有启用权限的人', en: 'After five in a row, those who may enable it are notified' },
    required: true,
    list: true,
    initial: 0,
  }),
  lastProblem: text({ label: { zh: '最近失败原因', en: 'Last failure' }, max: 300, list: 'hidden' }),
  lastProblemTime: time({ label: { zh: '最近失败时间', en: 'Last failure at' }, list: 'hidden' }),
});

const one = z.object({ id: id() });

/** Puts a row into use instead of another one of the tenant, or out of use. */
export const switchCalls = {
  enable: post({ title: { zh: '启用', en: 'Enable' }, access: 'enable', changes: 'destinations', input: one }),
  disable: post({ title: { zh: '停用', en: 'Disable' }, access: 'enable', changes: 'destinations', input: one }),
};
