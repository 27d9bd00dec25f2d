import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { date, images, int, text, textarea } from '../../kit/field.ts';
import { id, int32 } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { pictureTicket } from './recharge-fields.ts';

const paperLimits = { kinds: ['pdf', 'jpg', 'png'], maxBytes: 10 * 1024 * 1024 } as const;
const PAPERS_MAX = 10;
const paperUpload = { resource: 'agent/user', call: 'put-paper', ...paperLimits } as const;

/** The form of the contract that the company signed with an agent. */
export const contractForm = {
  contractNo: text({ label: { zh: '合同编号', en: 'Contract no.' }, max: 64 }),
  contractStart: date({ label: { zh: '合同开始日', en: 'Contract starts' } }),
  contractEnd: date({
    label: { zh: '合同到期日', en: 'Contract ends' },
    help: {
      zh: '合同在这一天结束后到期；到期不影响账号使用，只提醒',
      en: 'The last day of the contract. Nothing changes for the account afterwards; staff are only reminded',
    },
    emptyMeans: { zh: '长期', en: 'Open-ended' },
  }),
  contractAttachIds: images({
    label: { zh: '合同文件', en: 'Signed papers' },
    help: { zh: 'PDF 或图片，每个不超过 10 MB', en: 'PDF or pictures, up to 10 MB each' },
    count: PAPERS_MAX,
    upload: paperUpload,
  }),
  contractNote: textarea({ label: { zh: '合同备注', en: 'Note on the contract' }, max: 500 }),
};

const group = { zh: '合作合同', en: 'Contract' };
const shownTo = { readPermission: 'contract', form: false, group } as const;

/** The same in the record of the agent, for holders of `contract` alone. */
export const contractFields = {
  contractNo: text({
    label: contractForm.contractNo.options.label,
    max: 64,
    list: 'hidden',
    search: 'like',
    width: 140,
    ...shownTo,
  }),
  contractStart: date({ label: contractForm.contractStart.options.label, list: 'hidden', search: 'range', ...shownTo }),
  contractEnd: date({
    label: contractForm.contractEnd.options.label,
    list: 'hidden',
    search: 'range',
    sort: true,
    ...shownTo,
  }),
  contractDaysLeft: int({ label: { zh: '合同剩余天数', en: 'Days left of the contract' }, list: 'hidden', ...shownTo }),
  contractAttachIds: images({
    label: contractForm.contractAttachIds.options.label,
    count: PAPERS_MAX,
    upload: paperUpload,
    ...shownTo,
  }),
  contractNote: textarea({ label: contractForm.contractNote.options.label, max: 500, ...shownTo }),
};

const paperName = matching(/^\d{1,18}-[0-9a-f-]{36}\.(jpg|png|pdf)$/, {
  zh: '应为上传后得到的文件名称',
  en: 'should be the name of an uploaded file',
});

export const contractCalls = {
  /** Replaces the contract of an agent; omitted fields become empty. */
  contract: post({
    title: { zh: '合同', en: 'Contract' },
    access: 'contract',
    input: z.object({
      id: id(),
      version: int32().optional(),
      contractNo: contractForm.contractNo.schema.nullish(),
      contractStart: contractForm.contractStart.schema.nullish(),
      contractEnd: contractForm.contractEnd.schema.nullish(),
      contractAttachIds: contractForm.contractAttachIds.schema.nullish(),
      contractNote: contractForm.contractNote.schema.nullish(),
    }),
  }),
  /** Stores a signed paper, kept once a contract names its `link`. */
  'put-paper': post({
    title: { zh: '上传合同文件', en: 'Upload a signed paper' },
    access: 'contract',
    untrailed: 'a paper that no contract names yet; the contract that names it is in the trail',
    upload: { ...paperLimits, isAttachment: true },
    data: z.object({ link: z.string() }),
  }),
  /** A signed paper, for holders of a ticket, which rows come with. */
  paper: get({
    title: { zh: '合同文件', en: 'Signed paper' },
    access: 'public',
    answer: 'file',
    rowless: 'a paper',
    input: z.object({ name: z.string().regex(paperName), ticket: pictureTicket }),
  }),
};
