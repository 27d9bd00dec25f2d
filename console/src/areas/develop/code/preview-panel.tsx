import { code } from '@trade-assistant/contract/areas/develop/code.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Segmented from 'antd/es/segmented';
import Select from 'antd/es/select';
import { createTwoFilesPatch } from 'diff';
import { useState } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import { useDownload } from '../../../kit/client/use-download.ts';
import { Code } from '../../../kit/code/code.tsx';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { useCan } from '../../../kit/permission.tsx';
import styles from './code.module.css';

const WIDTH = 1_000;
const CONTEXT_LINES = 3;

/** The files of a model, and how each differs from the one in the sources. */
export default function PreviewPanel({ row, onClose }: { row: WireRowOf<typeof code>; onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useCall(code, 'preview', { id: row.id });
  const { busy, start } = useDownload(code);
  const canGenerate = useCan('develop/code:generate');
  const [chosen, setChosen] = useState<string>();
  const [isDifference, setDifference] = useState(false);
  const files = data?.files ?? [];
  const file = files.find(({ path }) => path === chosen) ?? files[0];
  const stateOf = ({ before, content }: (typeof files)[number]): string =>
    before === null
      ? t({ zh: '新文件', en: 'new' })
      : before === content
        ? t({ zh: '无变化', en: 'unchanged' })
        : t({ zh: '有改动', en: 'changed' });
  const patch =
    file &&
    createTwoFilesPatch(file.path, file.path, file.before ?? '', file.content, '', '', { context: CONTEXT_LINES });
  const footer = canGenerate && (
    <Button
      type="primary"
      loading={busy !== null}
      disabled={files.length === 0}
      onClick={() => void start('gen-code', { ids: row.id })}
    >
      {t({ zh: '下载压缩包', en: 'Download as zip' })}
    </Button>
  );
  return (
    <SidePanel
      title={t({ zh: '预览：{path}', en: 'Preview: {path}' }, { path: row.apiPath })}
      width={WIDTH}
      footer={footer}
      onClose={onClose}
    >
      {error && <ListProblem error={error} onRetry={() => void refetch()} />}
      {file && (
        <>
          <div className={styles.bar}>
            <Select
              className="kit-fill"
              aria-label={t({ zh: '文件', en: 'File' })}
              value={file.path}
              options={files.map((one) => ({ value: one.path, label: `${one.path} · ${stateOf(one)}` }))}
              onChange={setChosen}
            />
            <Segmented
              value={isDifference ? 'difference' : 'content'}
              options={[
                { value: 'content', label: t({ zh: '内容', en: 'Content' }) },
                { value: 'difference', label: t({ zh: '差异', en: 'Difference' }) },
              ]}
              onChange={(value) => setDifference(value === 'difference')}
            />
          </div>
          <Code
            language={isDifference ? 'patch' : 'program'}
            value={isDifference && patch ? patch : file.content}
            isReadOnly
            aria-label={file.path}
          />
        </>
      )}
    </SidePanel>
  );
}
