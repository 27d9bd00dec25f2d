import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { enableStatus } from '../../kit/dictionary.ts';
import { dict, int, text, audited, yes, json } from '../../kit/field.ts';
import { crud, resource, type RowOf, type WireRowOf, type InputOf, type CallData, type PermissionOf } from '../../kit/resource.ts';

const fields = {
  countryCode: text({ label: { zh: '国家代码', en: 'Country code' }, max: 2, pattern: /^[A-Z]{2}$/, required: true, list: true, search: 'equal', form: 'create' }),
  nameZh: text({ label: { zh: '国家名称', en: 'Name (zh)' }, max: 64, required: true, list: true, search: 'like' }),
  remark: text({ label: { zh: '备注', en: 'Remark' }, max: 255 }),
  zones: json(z.array(z.string()), { label: { zh: '时区', en: 'Zones' }, required: true }),
  cost: int({ label: { zh: '成', en: 'c' }, may: 'cost' }),
  isBlocked: yes({ label: { zh: '是否禁售', en: 'Blocked' }, required: true, list: true, search: 'equal', initial: 0 }),
  status: dict(enableStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'equal' }),
  ...audited,
};
export const country = resource('user/country', {
  title: { zh: '国家', en: 'Country' },
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'save', 'update', 'remove']),
    'bulk-select': get({ title: { zh: '选择', en: 'Choices' }, access: 'signed-in', input: z.object({ keyword: z.string().optional() }), data: z.array(z.object({ value: z.string(), label: z.string() })) }),
  },
  extras: { cost: { zh: '成本', en: 'Cost' } },
});
type T = [RowOf<typeof country>, WireRowOf<typeof country>, InputOf<typeof country>, CallData<typeof country, 'list', 'in'>, PermissionOf<typeof country>];
export const x = (t: T) => { const w: string = t[1].createTime; const d: Date = t[0].createTime; const s: number|null|undefined = t[0].cost; const p: 'user/country:cost' | 'user/country:view'|'user/country:add'|'user/country:edit'|'user/country:delete' = t[4]; const r: string | null = t[3].records[0]!.remark; const n: string = t[2].nameZh; return [w,d,s,p,r,n]; };
