import Button from 'antd/es/button';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../i18n.ts';

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
  const [isOver, setOver] = useState(false);
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const problem = problemOfFile(chosen, accept, maxBytes);
    onProblem(problem && t(problem.words, problem.params));
    onFile(problem ? null : chosen);
  };
  return (
    <label
      htmlFor={id}
      className="kit-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!isBusy) take(event.dataTransfer.files[0]);
      }}
    >
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={isBusy}
        onChange={(event) => {
          take(event.target.files?.[0]);
          // The same file may be chosen again after it was put right.
          event.target.value = '';
        }}
      />
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
    </label>
  );
}

/** What is wrong with a file before it is sent; null when nothing is. */
export function problemOfFile(
  file: { name: string; size: number },
  accept: string | undefined,
  maxBytes: number | undefined,
) {
  const endings = accept?.split(',').map((ending) => ending.trim().toLowerCase()) ?? [];
  if (file.size === 0) return { words: { zh: '文件是空的', en: 'The file is empty' } };
  if (maxBytes && file.size > maxBytes) {
    return {
      words: { zh: '文件大小 {size}，超过上限 {max}', en: 'The file has {size}, more than the {max} allowed' },
      params: { size: sizeText(file.size), max: sizeText(maxBytes) },
    };
  }
  if (endings.length > 0 && !endings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
    return {
      words: { zh: '不支持的文件类型，请使用 {types}', en: 'This kind of file is not read; use {types}' },
      params: { types: endings.join(' ') },
    };
  }
  return null;
}

/** A size in bytes as people say it. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}
