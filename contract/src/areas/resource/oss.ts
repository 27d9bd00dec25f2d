import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { audited, dict, int, secret, text } from '../../kit/field.ts';
import { codeField, remarkField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { attachmentLimits } from './attach.ts';
import { inUseField, REGION, switchCalls } from './provider-fields.ts';

export const ossKind = dictionary('oss', {
  minio: { value: 1, zh: 'MinIO', en: 'MinIO' },
  qiniu: { value: 2, zh: '七牛云', en: 'Qiniu' },
  aliyun: { value: 3, zh: '阿里云', en: 'Aliyun' },
  tencent: { value: 4, zh: '腾讯云', en: 'Tencent Cloud' },
  huawei: { value: 5, zh: '华为云', en: 'Huawei Cloud' },
  s3: { value: 6, zh: 'Amazon S3', en: 'Amazon S3' },
  local: { value: 7, zh: '本地存储', en: 'Local' },
});

const { minio, qiniu, aliyun, tencent, huawei, s3 } = ossKind.is;
const remote = [minio, qiniu, aliyun, tencent, huawei, s3] as const;
const needed = { field: 'category', is: remote, isNeeded: true } as const;

const ADDRESS = matching(/^https?:\/\/[^\s/@?#]+\/?$/i, {
  zh: '应为服务地址，例如 https://s3.example.com，不含路径',
  en: 'should be a service address such as https://s3.example.com, without a path',
});
const NAME = matching(/^[a-z0-9][a-z0-9.-]{1,62}$/, {
  zh: '应为存储桶名称：小写字母、数字、点或连字符',
  en: 'should be a bucket name: lower-case letters, digits, dots or hyphens',
});

const fields = {
  category: dict(ossKind, {
    namedAs: 'categoryName',
    label: { zh: '存储类型', en: 'Type' },
    required: true,
    list: true,
    search: 'equal',
    initial: minio,
  }),
  ossCode: codeField({ label: { zh: '资源编号', en: 'Code' } }),
  endpoint: text({
    label: { zh: '服务地址', en: 'Endpoint' },
    help: { zh: 'S3 兼容接口的地址', en: 'Address of the S3-compatible interface' },
    max: 255,
    pattern: ADDRESS,
    list: true,
    width: 240,
    when: needed,
    suggested: {
      by: 'category',
      values: {
        [qiniu]: 'https://s3.cn-east-1.qiniucs.com',
        [aliyun]: 'https://oss-cn-hangzhou.aliyuncs.com',
        [tencent]: 'https://cos.ap-guangzhou.myqcloud.com',
        [huawei]: 'https://obs.cn-north-4.myhuaweicloud.com',
        [s3]: 'https://s3.us-east-1.amazonaws.com',
      },
    },
  }),
  region: text({
    label: { zh: '区域', en: 'Region' },
    max: 64,
    pattern: REGION,
    list: 'hidden',
    when: needed,
    suggested: {
      by: 'category',
      values: {
        [minio]: 'us-east-1',
        [qiniu]: 'cn-east-1',
        [aliyun]: 'cn-hangzhou',
        [tencent]: 'ap-guangzhou',
        [huawei]: 'cn-north-4',
        [s3]: 'us-east-1',
      },
    },
    initial: 'us-east-1',
  }),
  bucketName: text({
    label: { zh: '空间名', en: 'Bucket' },
    max: 63,
    pattern: NAME,
    list: true,
    width: 160,
    when: needed,
  }),
  appId: text({
    label: { zh: '应用编号', en: 'App ID' },
    help: {
      zh: '腾讯云的 APPID，接在空间名之后；空间名已含时不填',
      en: 'APPID appended to the bucket name; empty if already included',
    },
    max: 32,
    pattern: matching(/^\d*$/, { zh: '应为数字', en: 'should be digits' }),
    when: { field: 'category', is: [tencent] },
  }),
  accessKey: text({ label: { zh: '访问密钥编号', en: 'Access key ID' }, max: 255, when: needed }),
  secretKey: secret({
    label: { zh: '访问密钥', en: 'Secret key' },
    max: 255,
    sentTo: ['category', 'endpoint', 'accessKey'],
    when: needed,
  }),
  status: inUseField,
  fileCount: int({ label: { zh: '文件数', en: 'Files' }, required: true, list: true, form: false }),
  remark: remarkField(),
  ...audited,
};

/** Pictures of people: jpg or png by content, at most 500 kB. */
export const avatarLimits = { kinds: ['jpg', 'png'], maxBytes: 500 * 1024 } as const;

const pictureName = matching(/^[0-9a-f-]{36}\.(jpg|png)$/, {
  zh: '应为上传后得到的图片名称',
  en: 'should be the name of an uploaded picture',
});

const uploaded = z.object({ link: z.string(), domain: z.string(), name: z.string(), originalName: z.string() });
const one = z.object({ id: id() });

/** Result of testing a storage: each step with its time, or the provider's own message of the failed one. */
const storageTrial = z.object({
  succeeded: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(['put', 'read', 'delete']),
      millis: z.int(),
      problem: z.string().nullable(),
    }),
  ),
});

/** Storages of a tenant's files. Without an enabled one, the installation's own storage is used. */
export const oss = resource('resource/oss', {
  title: { zh: '对象存储', en: 'Object storage' },
  help: {
    zh: '新文件存入已启用的存储；已有文件仍可读取，可迁移',
    en: 'New files go to the enabled storage; existing files stay readable and can be moved',
  },
  empty: { zh: '尚未配置，文件保存在服务器自带的存储中', en: 'Not configured; files are stored on the server' },
  nameField: 'ossCode',
  unique: [['ossCode']],
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove'], { changes: 'destinations' }),
    /** New files go there from now on, and to no other of the tenant's. */
    enable: switchCalls.enable,
    /** New files go where the installation keeps its own. */
    disable: switchCalls.disable,
    /** Puts a small object, reads it back and deletes it. */
    test: post({
      title: { zh: '测试上传', en: 'Test upload' },
      access: 'debug',
      keyless: 'reads',
      untrailed: 'a trial: what it puts it deletes',
      perMinute: 20,
      input: one,
      data: storageTrial,
    }),
    /** Moves the tenant's files from other storages to this one, as a task. */
    move: post({
      title: { zh: '迁移文件到此', en: 'Move files here' },
      access: 'move',
      changes: 'destinations',
      input: one,
      data: z.object({ taskNo: z.string() }),
    }),
    /** Stores a picture. It is kept once a profile names its `link`, and deleted after a week otherwise. */
    'endpoint/put-file': post({
      title: { zh: '上传头像', en: 'Upload a picture' },
      access: 'signed-in',
      untrailed: 'a picture nobody uses yet; update-info gives it to a person',
      upload: { ...avatarLimits, isAttachment: true },
      data: uploaded,
    }),
    /** Stores a file as an attachment, where it stays until it is removed. */
    'endpoint/put-file-attach': post({
      title: { zh: '上传附件', en: 'Upload an attachment' },
      access: 'upload',
      upload: { ...attachmentLimits, isAttachment: true },
      data: uploaded.extend({ attachId: id() }),
    }),
    /** A user's profile picture, for an `<img>`, which sends no token. Its name cannot be guessed. */
    'endpoint/avatar': get({
      title: { zh: '头像', en: 'Picture' },
      access: 'public',
      answer: 'file',
      rowless: 'a picture',
      input: z.object({ name: z.string().regex(pictureName) }),
    }),
  },
});
