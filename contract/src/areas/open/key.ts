import { z } from 'zod';
import { post } from '../../kit/call.ts';
import {
  audited,
  bits,
  dict,
  identifier,
  int,
  money,
  readOnly,
  ref,
  shown,
  tags,
  text,
  time,
} from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id, ids } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { openKeyStatus, openScope } from './dictionaries.ts';

/** Most keys of an agent that may be used at once. */
export const ACTIVE_KEYS = 3;
const RATE_MAX = 6000;
const limits = { zh: '限制', en: 'Limits' };

const NETWORK = matching(/^[0-9a-fA-F:.]{2,45}(\/\d{1,3})?$/, {
  zh: '应为 IP 地址或网段，例如 203.0.113.7 或 203.0.113.0/24',
  en: 'should be an address or a network such as 203.0.113.7 or 203.0.113.0/24',
});

/** Settings of a key that its owner chooses. */
const settings = {
  keyName: text({ label: { zh: '名称', en: 'Name' }, max: 64, required: true, list: true, search: 'like', width: 160 }),
  scopes: bits(openScope, {
    label: { zh: '权限范围', en: 'Scopes' },
    help: {
      zh: '密钥只能做所选的事，且不超过您当前的权限',
      en: 'A key does these only, and never more than you may do',
    },
    required: true,
    list: 'optional',
    initial: openScope.is['balance.read'] + openScope.is['product.read'] + openScope.is['order.read'],
    width: 260,
  }),
  addresses: tags({
    label: { zh: '允许的地址', en: 'Allowed addresses' },
    help: { zh: 'IP 或网段；留空表示不限', en: 'Addresses or networks; empty: any' },
    max: 49,
    count: 32,
    pattern: NETWORK,
    emptyMeans: { zh: '不限', en: 'Any' },
    list: 'hidden',
    group: limits,
  }),
  spendDay: money({
    label: { zh: '每日消费上限', en: 'Spending cap a day' },
    emptyMeans: { zh: '不限', en: 'No cap' },
    least: 0n,
    list: 'optional',
    group: limits,
  }),
  spendMonth: money({
    label: { zh: '每月消费上限', en: 'Spending cap a month' },
    emptyMeans: { zh: '不限', en: 'No cap' },
    least: 0n,
    list: 'hidden',
    group: limits,
  }),
  rateMinute: int({
    label: { zh: '每分钟请求数', en: 'Requests a minute' },
    required: true,
    min: 1,
    max: RATE_MAX,
    initial: 600,
    list: 'hidden',
    group: limits,
  }),
  expireTime: time({
    label: { zh: '有效期至', en: 'Expires' },
    emptyMeans: { zh: '长期有效', en: 'Never' },
    list: 'optional',
    group: limits,
  }),
};

const fields = {
  ...settings,
  ...readOnly({
    keyId: identifier({ label: { zh: '密钥编号', en: 'Key ID' }, max: 40, required: true, list: true, search: 'like' }),
    ownerId: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '代理', en: 'Agent' }, required: true, search: 'equal' },
    ),
    ownerName: text({ label: { zh: '代理', en: 'Agent' }, max: 64, required: true, list: 'optional', width: 140 }),
    spentDay: money({ label: { zh: '今日已消费', en: 'Spent today' }, required: true, list: 'optional' }),
    spentMonth: money({ label: { zh: '本月已消费', en: 'Spent this month' }, required: true, list: 'hidden' }),
    lastUsedTime: time({
      label: { zh: '最近使用', en: 'Last used' },
      emptyMeans: { zh: '未使用', en: 'Never' },
      list: true,
    }),
    lastUsedIp: text({ label: { zh: '最近地址', en: 'Last address' }, max: 64, list: 'hidden', width: 130 }),
    revokeTime: time({ label: { zh: '吊销时间', en: 'Revoked' }, list: 'hidden' }),
    status: dict(openKeyStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '创建时间', en: 'Created' }, list: 'hidden' }),
};

/** Keys of agents for the partner interface `/api/open/v1`. */
export const openKey = resource('open/key', {
  title: { zh: 'API 密钥', en: 'API keys' },
  help: {
    zh: '程序调用合作接口的密钥，只在创建时显示一次；每人最多 3 个有效密钥',
    en: 'Keys with which programs call the partner interface; shown once when created, at most 3 active for each person',
  },
  empty: {
    zh: '创建密钥后，您的程序就可以调用合作接口',
    en: 'Create a key so that your program can call the interface',
  },
  nameField: 'keyName',
  stateField: 'status',
  head: ['keyId', 'status'],
  fields,
  calls: {
    ...crud(fields, ['list', 'counts', 'detail', 'update'], { changes: 'credentials' }),
    /** Answers the key, which is never shown again. */
    create: post({
      title: { zh: '创建密钥', en: 'Create a key' },
      access: 'add',
      keyless: 'secret',
      changes: 'credentials',
      input: z.object({
        keyName: settings.keyName.schema,
        scopes: settings.scopes.schema,
        addresses: settings.addresses.schema.optional(),
        spendDay: settings.spendDay.schema.nullish(),
        spendMonth: settings.spendMonth.schema.nullish(),
        rateMinute: settings.rateMinute.schema.default(600),
        expireTime: settings.expireTime.schema.nullish(),
      }),
      data: z.object({ id: id(), keyId: z.string(), secretKey: z.string() }),
    }),
    /** Ends keys at once; it cannot be undone. */
    revoke: post({
      title: { zh: '吊销', en: 'Revoke' },
      access: 'edit',
      input: z.object({ ids: ids() }),
      data: z.undefined(),
    }),
  },
});
