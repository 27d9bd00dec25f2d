import { region, regionFile } from '@trade-assistant/contract/areas/system/region.ts';
import { ListImportPanel } from '../../../features/importing/list-import-panel.tsx';

/** Imports a list of regions. */
export default function ImportPanel({ onClose }: { onClose: () => void }) {
  return (
    <ListImportPanel
      resource={region}
      maxBytes={regionFile.maxBytes}
      help={{
        zh: '上级写在下级之前；任何一行有误时不会导入任何内容。',
        en: 'Parents come before their children. If any line is invalid, nothing is imported.',
      }}
      covered={{ zh: '编号已存在时用文件内容覆盖', en: 'Overwrite regions with existing codes' }}
      onClose={onClose}
    />
  );
}
