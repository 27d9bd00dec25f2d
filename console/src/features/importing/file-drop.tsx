import Button from 'antd/es/button';
import { type ReactNode, useId } from 'react';
import { problemOfFile, sizeText } from '../../kit/file-check.ts';
import { useText } from '../../kit/i18n.ts';
import { FileZone } from '../../kit/parts/file-zone.tsx';

interface FileDropProps {
  readonly file: File | null;
  /** Endings offered in the file dialog: `.txt,.csv,.xlsx`. */
  readonly accept: string | undefined;
  readonly maxBytes: number | undefined;
  readonly icon: ReactNode;
  readonly isBusy: boolean;
  readonly onFile: (file: File | null) => void;
  readonly onProblem: (problem: string | null) => void;
}

/** One file, dropped or chosen. Size and ending are looked at here, the content on the server. */
export function FileDrop({ file, accept, maxBytes, icon, isBusy, onFile, onProblem }: FileDropProps) {
  const t = useText();
  const id = useId();
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const problem = problemOfFile(chosen, accept, maxBytes);
    onProblem(problem && t(problem.words, problem.params));
    onFile(problem ? null : chosen);
  };
  return (
    <FileZone id={id} accept={accept} isDisabled={isBusy} onFiles={([chosen]) => take(chosen)}>
      <span className="kit-drop-icon">{icon}</span>
      {file ? (
        <span>
          <strong>{file.name}</strong> <span className="kit-weak">{sizeText(file.size)}</span>{' '}
          <Button
            type="link"
            size="small"
            disabled={isBusy}
            onClick={(event) => {
              event.preventDefault();
              onFile(null);
            }}
          >
            {t({ zh: '移除', en: 'Remove' })}
          </Button>
        </span>
      ) : (
        <span>{t({ zh: '将文件拖到这里，或点击选择', en: 'Drop a file here, or click to choose' })}</span>
      )}
      <span className="kit-weak">
        {[
          accept?.replaceAll(',', ' '),
          maxBytes ? t({ zh: '最大 {size}', en: 'at most {size}' }, { size: sizeText(maxBytes) }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </FileZone>
  );
}
