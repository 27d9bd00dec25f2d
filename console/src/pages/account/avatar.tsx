import UserOutlined from '@ant-design/icons/UserOutlined';
import { user } from '@trade-assistant/contract/areas/system/user.ts';
import AntAvatar from 'antd/es/avatar';
import Button from 'antd/es/button';
import { Suspense, useRef, useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { showError, showSuccess } from '../../kit/feedback.tsx';
import { sizeText } from '../../kit/file-check.ts';
import { useText } from '../../kit/i18n.ts';
import styles from './info.module.css';
import { pictureProblem } from './picture.ts';
import { infoWords } from './words.ts';

const CropDialog = lazyWithRetry(() => import('./crop-dialog.tsx'));

/** The user's picture, with a dialog to change it. */
export function Avatar({ link, name }: { link: string; name: string }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();

  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    const found = await pictureProblem(chosen);
    setProblem(
      found && t(found === 'kind' ? infoWords.avatarKind : infoWords.avatarSize, { size: sizeText(chosen.size) }),
    );
    if (!found) setFile(chosen);
  };
  const remove = async () => {
    try {
      await showPicture('');
      showSuccess(infoWords.saved);
    } catch (error) {
      showError(error, () => void remove());
    }
  };

  return (
    <div className={styles.face}>
      <AntAvatar size={112} {...(link ? { src: link } : { icon: <UserOutlined aria-hidden /> })} alt={name} />
      <input
        ref={input}
        type="file"
        accept=".jpg,.jpeg,.png,image/jpeg,image/png"
        aria-label={t(infoWords.avatar)}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>{t(infoWords.avatarChoose)}</Button>
      {link ? (
        <Button type="text" onClick={() => void remove()}>
          {t(infoWords.avatarRemove)}
        </Button>
      ) : null}
      <span className="kit-weak">{t(infoWords.avatarHint)}</span>
      {problem ? (
        <span className="kit-bad" role="alert">
          {problem}
        </span>
      ) : null}
      <DialogLoadBoundary onFailed={() => setFile(undefined)}>
        <Suspense>
          {file ? <CropDialog file={file} onSave={showPicture} onClose={() => setFile(undefined)} /> : null}
        </Suspense>
      </DialogLoadBoundary>
    </div>
  );
}

/** Makes an uploaded picture the one that is shown; empty for none. */
async function showPicture(link: string): Promise<void> {
  await call(user, 'update-info', { avatar: link });
  useSession.getState().setUser({ avatar: link });
  await invalidate(user, 'auth/oauth');
}
