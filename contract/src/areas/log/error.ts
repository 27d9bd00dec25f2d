import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { code, identifier, int, readOnly, text, textarea } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { cleaningCalls } from './cleaning.ts';
import { loggedOrigin, loggedPerson, loggedProcess, loggedRequest, loggedTime } from './log-fields.ts';

const fields = {
  ...loggedTime,
  exceptionName: text({
    label: { zh: '异常', en: 'Exception' },
    max: 255,
    list: true,
    search: 'like',
    form: false,
    width: 170,
  }),
  message: textarea({
    label: { zh: '信息', en: 'Message' },
    max: 4096,
    list: true,
    search: 'like',
    form: false,
    width: 360,
  }),
  ...loggedRequest,
  ...loggedPerson,
  ...readOnly({
    stackTrace: code({ label: { zh: '堆栈', en: 'Stack' }, max: 16384 }),
    place: identifier({ label: { zh: '位置', en: 'Location' }, max: 400, list: 'hidden' }),
    fingerprint: identifier({
      label: { zh: '指纹', en: 'Fingerprint' },
      help: { zh: '同类异常的指纹相同', en: 'Errors of the same kind share it' },
      max: 64,
      list: 'hidden',
      search: 'equal',
    }),
    fileName: text({ label: { zh: '文件', en: 'File' }, max: 1000 }),
    lineNumber: int({ label: { zh: '行号', en: 'Line' }, required: true }),
  }),
  ...loggedOrigin,
  ...loggedProcess,
};

const part = (max: number) => z.string().max(max);

/** An error that a console kept, to be looked at here. */
const consoleError = z.object({
  /** `error`, `rejection` or `render`. */
  type: part(32),
  message: part(4096),
  stack: part(16_384).default(''),
  /** Where it happened: file and line, or the components. */
  info: part(8192).default(''),
  url: part(1000).default(''),
  time: z.iso.datetime({ offset: true }),
  /** How often in a row. */
  count: z.int().min(1).max(1_000_000).default(1),
});

/** Errors of the program: on the server, or reported by an administrator from the console. */
export const errorLog = resource('log/error', {
  title: { zh: '错误日志', en: 'Error log' },
  help: { zh: '服务端与控制台的异常', en: 'Errors of the server and consoles' },
  empty: { zh: '没有异常，一切正常', en: 'No errors' },
  nameField: 'exceptionName',
  defaultSort: '-createTime',
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'export']),
    ...cleaningCalls,
    'send-logs': post({
      title: { zh: '上传本地错误日志', en: 'Send local errors' },
      access: 'send',
      untrailed: 'is a log of its own',
      perMinute: 6,
      input: z.object({ logs: z.array(consoleError).min(1).max(100) }),
      data: z.object({ count: z.int() }),
    }),
  },
});
