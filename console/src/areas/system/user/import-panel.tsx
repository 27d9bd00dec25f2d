import { user, userFile } from '@trade-assistant/contract/areas/system/user.ts';
import { ListImportPanel } from '../../../features/importing/list-import-panel.tsx';

/** Takes a list of staff. */
export default function ImportPanel({ onClose }: { onClose: () => void }) {
  return (
    <ListImportPanel
      resource={user}
      maxBytes={userFile.maxBytes}
      help={{
        zh: '角色、部门、岗位填名称或编号；任何一行有误时不会导入任何内容。导入的账号没有密码，请在列表中重置。',
        en: 'Roles, departments and posts are named, or given by their codes. While a line is wrong, nothing is imported. Accounts come without a password: reset it in the list.',
      }}
      covered={{ zh: '账号已存在时用文件内容覆盖', en: 'Change accounts that are there already' }}
      onClose={onClose}
    />
  );
}
