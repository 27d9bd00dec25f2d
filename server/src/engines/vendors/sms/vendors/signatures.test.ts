import { describe, expect, it } from 'vitest';
import { aliyunHeaders, percentEncoded, qiniuAuthorization, tencentHeaders } from './signatures.ts';

describe('signatures are those of the providers’ published examples', () => {
  it('of Aliyun, version 3', () => {
    const { authorization } = aliyunHeaders({
      accessKey: 'YourAccessKeyId',
      secretKey: 'YourAccessKeySecret',
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: { ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd', RegionId: 'cn-shanghai' },
      time: new Date('2023-10-26T10:22:32Z'),
      nonce: '3156853299f313e23d1673dc12e1703d',
    });
    expect(authorization).toMatch(/Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0$/);
  });

  it('of Tencent Cloud, TC3', () => {
    const { authorization } = tencentHeaders({
      secretId: 'AKID********************************',
      secretKey: '********************************',
      host: 'cvm.tencentcloudapi.com',
      service: 'cvm',
      action: 'DescribeInstances',
      version: '2017-03-12',
      region: 'ap-guangzhou',
      body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      time: new Date(1_551_113_065_000),
    });
    expect(authorization).toMatch(/Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f$/);
  });

  it('of Qiniu, as OpenSSL computes it', () => {
    const key = { accessKey: 'ak', secretKey: 'sk' };
    const request = { path: '/v1/message', host: 'sms.qiniuapi.com', contentType: 'application/json', body: '{"a":1}' };
    expect(qiniuAuthorization(key, request)).toBe('Qiniu ak:XPW3GsVkPrlWWpZ5DihqYFwQV3g=');
  });

  it('encode what RFC 3986 reserves', () => {
    expect(percentEncoded("a b*(c)!'~é")).toBe('a%20b%2A%28c%29%21%27~%C3%A9');
  });
});
