import UploadOutlined from '@ant-design/icons/UploadOutlined';
import type { UploadTarget } from '@trade-assistant/contract/kit/field.ts';
import Button from 'antd/es/button';
import Progress from 'antd/es/progress';
import { useId, useLayoutEffect, useRef } from 'react';
import { sizeText } from '../file-check.ts';
import type { ControlProps } from '../form/control.ts';
import { useText } from '../i18n.ts';
import { FileZone } from './file-zone.tsx';
import { Gallery } from './gallery.tsx';
import { acceptOf, useUploads } from './use-uploads.ts';
import './upload-input.css';

interface UploadInputProps extends ControlProps<readonly string[]> {
  readonly target: UploadTarget;
  /** How many there may be at most. */
  readonly count: number;
  /** Whether the values are addresses of pictures, and shown as such; else ids of files. */
  readonly isPictures: boolean;
}

/** Stores dropped, pasted or chosen files at once; the stored ones below can be viewed, reordered and removed. */
export default function UploadInput(props: UploadInputProps) {
  const { id, value, onChange, disabled = false, target, count, isPictures } = props;
  const t = useText();
  const ownId = useId();
  const stored = value ?? [];
  /** A ref, because two files may arrive before the next render. */
  const latest = useRef(stored);
  useLayoutEffect(() => {
    latest.current = value ?? [];
  }, [value]);
  const { uploads, add, retry, cancel } = useUploads(target, (one) => {
    latest.current = [...latest.current, one];
    onChange?.(latest.current);
  });
  const left = count - stored.length - uploads.length;
  return (
    <div className="kit-upload">
      {stored.length > 0 && (
        <Gallery values={stored} isPictures={isPictures} disabled={disabled} onChange={(next) => onChange?.(next)} />
      )}
      {uploads.length > 0 && (
        <ul>
          {uploads.map(({ key, file, share, problem, canRetry }) => (
            <li key={key}>
              <span className="kit-cut">{file.name}</span>
              <span className="kit-weak">{sizeText(file.size)}</span>
              {canRetry && (
                <Button size="small" type="link" onClick={() => retry(key)}>
                  {t({ zh: '重试', en: 'Retry' })}
                </Button>
              )}
              <Button size="small" type="text" onClick={() => cancel(key)}>
                {problem === undefined ? t({ zh: '取消', en: 'Cancel' }) : t({ zh: '移除', en: 'Remove' })}
              </Button>
              {problem === undefined ? (
                <Progress percent={Math.round(share * 100)} size="small" aria-label={file.name} />
              ) : (
                <span role="alert" className="kit-bad">
                  {problem}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <FileZone
          id={id ?? ownId}
          accept={acceptOf(target)}
          isMany={left > 1}
          isDisabled={disabled}
          onFiles={(files) => add(files.slice(0, left))}
        >
          <span className="kit-drop-icon">
            <UploadOutlined aria-hidden />
          </span>
          <span>{t({ zh: '拖放、粘贴或点击选择', en: 'Drop, paste, or click to choose' })}</span>
          <span className="kit-weak">
            {target.kinds.join(' ')} ·{' '}
            {t({ zh: '最大 {size}', en: 'at most {size}' }, { size: sizeText(target.maxBytes) })}
            {count > 1 && ` · ${stored.length} / ${count}`}
          </span>
        </FileZone>
      )}
    </div>
  );
}
