import { z } from 'zod';
import { get, post, type Upload } from '../../kit/call.ts';
import { matching } from '../../kit/sentences.ts';
import { pictureTicket } from '../agent/recharge-fields.ts';

/** Files of a declaration or a case. */
export const proofLimits = { kinds: ['pdf', 'jpg', 'png'], maxBytes: 10 * 1024 * 1024 } as const;
export const PROOFS_MAX = 6;
const proofName = matching(/^\d{1,18}-[0-9a-f-]{36}\.(jpg|png|pdf)$/, {
  zh: '应为上传后得到的文件名称',
  en: 'should be the name of an uploaded file',
});

/** The calls that store a file and show it. */
export const proofCalls = <A extends string>(access: A, limits: Omit<Upload, 'isAttachment'> = proofLimits) => ({
  /** Stores a file; kept once a record names its `link`. */
  'put-proof': post({
    title: { zh: '上传证明文件', en: 'Upload a proof' },
    access,
    untrailed: 'a file nobody uses yet; the record that names it is in the trail',
    upload: { ...limits, isAttachment: true },
    data: z.object({ link: z.string() }),
  }),
  /** A file, for holders of a ticket, which rows come with. */
  proof: get({
    title: { zh: '证明文件', en: 'Proof' },
    access: 'public',
    answer: 'file',
    rowless: 'a file',
    input: z.object({ name: z.string().regex(proofName), ticket: pictureTicket }),
  }),
});
