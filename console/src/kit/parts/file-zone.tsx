import { type ReactNode, useState } from 'react';
import './file-zone.css';

interface FileZoneProps {
  readonly id: string;
  /** Endings offered in the file dialog: `.txt,.csv`. */
  readonly accept: string | undefined;
  readonly isMany?: boolean;
  readonly isDisabled: boolean;
  /** At least one file. Their kinds are not checked yet: a dropped file may be of any kind. */
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Where files are dropped, pasted, or chosen in the browser's dialog. */
export function FileZone({ id, accept, isMany = false, isDisabled, onFiles, children }: FileZoneProps) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null): boolean => {
    const found = [...(files ?? [])].slice(0, isMany ? undefined : 1);
    if (found.length === 0 || isDisabled) return false;
    onFiles(found);
    return true;
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
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => {
        if (take(event.clipboardData.files)) event.preventDefault();
      }}
    >
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={isMany}
        disabled={isDisabled}
        onChange={(event) => {
          take(event.target.files);
          // The same file may be chosen again after it was put right.
          event.target.value = '';
        }}
      />
      {children}
    </label>
  );
}
