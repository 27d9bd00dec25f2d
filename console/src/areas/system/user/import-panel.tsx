import { user, userFile } from '@trade-assistant/contract/areas/system/user.ts';
import { ListImportPanel } from '../../../features/importing/list-import-panel.tsx';

/** Imports a list of staff. */
export default function ImportPanel({ onClose }: { onClose: () => void }) {
  return (
    <ListImportPanel
      resource={user}
      maxBytes={userFile.maxBytes}
      help={{
        zh: '角色、部门、岗位填名称或编号；任何一行有误时不会导入任何内容。导入的账号没有密码，请在列表中重置。',
        en: 'Enter roles, departments and posts by name or code. If any line is invalid, nothing is imported. Accounts have no password: reset it in the list.',
      }}
      covered={{ zh: '账号已存在时用文件内容覆盖', en: 'Overwrite existing accounts' }}
      onClose={onClose}
    />
  );
}
