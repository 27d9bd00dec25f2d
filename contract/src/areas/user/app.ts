import { crud, resource } from '../../kit/resource.ts';
import { appUserFields as fields } from './app-user-fields.ts';

/** The users of `user/app-user`, by another name that consoles call them by. */
export const app = resource('user/app', {
  title: { zh: 'App账号', en: 'App accounts' },
  nameField: 'account',
  defaultSort: '-registerTime',
  fields,
  calls: crud(fields, ['list', 'detail', 'remove', 'save', 'update'], { changes: 'credentials' }),
  extras: {
    contact: { zh: '查看联系方式', en: 'View contact data' },
    kyc: { zh: '修改认证级别', en: 'Change verification' },
  },
});
