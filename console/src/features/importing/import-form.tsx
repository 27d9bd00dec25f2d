import { InboxOutlined } from '@ant-design/icons';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Input from 'antd/es/input';
import Progress from 'antd/es/progress';
import { download } from '../../kit/client/download.ts';
import { showError } from '../../kit/feedback.tsx';
import { FieldForm } from '../../kit/form/field-form.tsx';
import { useText } from '../../kit/i18n.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import { CancelButton } from '../../kit/parts/side-panel.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { FileDrop } from './file-drop.tsx';
import type { ImportOptions } from './options.ts';
import type { ImportFormState } from './use-import-form.ts';
import './importing.css';

interface ImportFormProps {
  readonly resource: Resource;
  readonly options: ImportOptions;
  readonly state: ImportFormState;
}

/** The file and the values that apply to all its lines. */
export function ImportForm({ resource, options, state }: ImportFormProps) {
  const t = useText();
  const { form, fields, file, initial, lostFile, pasted, share, problem } = state;
  const fetchTemplate = () => {
    if (options.template) download(resource, options.template, {}).catch((error) => showError(error, fetchTemplate));
  };
  return (
    <div className="kit-import">
      {options.help && <p className="kit-weak">{t(options.help)}</p>}
      {lostFile !== null && (
        <Alert
          type="info"
          showIcon
          title={t(
            {
              zh: '您填写的内容已恢复，请重新选择文件“{name}”',
              en: 'Your entries were restored; please choose “{name}” again',
            },
            { name: lostFile },
          )}
          className="kit-alert"
        />
      )}
      <FileDrop
        file={file}
        accept={options.accept}
        maxBytes={resource.calls[options.call]?.upload?.maxBytes}
        icon={<InboxOutlined aria-hidden />}
        isBusy={share !== null}
        onFile={state.onFile}
        onProblem={state.onProblem}
      />
      {state.unclear && <ColumnChoice inspected={state.unclear} column={state.column} onColumn={state.onColumn} />}
      {options.paste && !file && (
        <Input.TextArea
          className="kit-import-paste"
          aria-label={t(options.paste)}
          placeholder={t(options.paste)}
          autoSize={{ minRows: 2, maxRows: 8 }}
          disabled={share !== null}
          value={pasted}
          onChange={({ target }) => state.onPaste(target.value)}
        />
      )}
      {options.template && (
        <Button type="link" className="kit-flush" onClick={fetchTemplate}>
          {t({ zh: '下载导入模板', en: 'Download the template' })}
        </Button>
      )}
      <Problem text={problem} />
      <FieldForm
        form={form}
        fields={fields}
        initial={initial}
        isBusy={share !== null}
        onSubmit={() => void state.start()}
      />
      {share !== null && <Progress percent={Math.floor(share * 100)} status="active" />}
    </div>
  );
}

/** The buttons below the form. */
export function ImportFormButtons({ form, share, stop }: ImportFormState) {
  const t = useText();
  return (
    <>
      {share === null ? <CancelButton /> : <Button onClick={stop}>{t({ zh: '停止上传', en: 'Stop' })}</Button>}
      <Button type="primary" loading={share !== null} onClick={() => form.submit()}>
        {share === 1 ? t({ zh: '正在检查…', en: 'Checking…' }) : t({ zh: '上传并检查', en: 'Upload and check' })}
      </Button>
    </>
  );
}
