import { smsKind } from '@trade-assistant/contract/areas/resource/sms.ts';
import { aliyun } from './aliyun.ts';
import { http } from './http.ts';
import { qiniu } from './qiniu.ts';
import { smppVendor } from './smpp.ts';
import { tencent } from './tencent.ts';
import type { Vendor } from './vendor.ts';
import { yunpian } from './yunpian.ts';

const { is } = smsKind;

export const vendors: Readonly<Record<number, Vendor>> = {
  [is.yunpian]: yunpian,
  [is.qiniu]: qiniu,
  [is.aliyun]: aliyun,
  [is.tencent]: tencent,
  [is.smpp]: smppVendor,
  [is.http]: http,
};
