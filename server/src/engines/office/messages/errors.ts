import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const messageErrors = defineErrors({
  RECIPIENT_REQUIRED: { status: 400, zh: '请选择收件人', en: 'Choose who gets the message' },
  RECIPIENT_UNKNOWN: {
    status: 400,
    zh: '部分收件人不存在、已停用或不在您可联系的范围',
    en: 'Some recipients do not exist, are disabled, or are not for you to write to',
  },
  TITLE_RESERVED: {
    status: 400,
    zh: '该标题仅供系统消息使用，请换一个标题',
    en: 'This title is reserved for system messages; choose another',
  },
  RECIPIENT_NONE: {
    status: 400,
    zh: '所选部门或角色下没有其他可用的人员',
    en: 'No other users in the selected departments or roles',
  },
  BROADCAST_STAFF_ONLY: {
    status: 403,
    zh: '仅平台员工可以群发到部门和角色',
    en: 'Only staff may send to departments and roles',
  },
});
