import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { MessageInstance } from 'antd/es/message/interface';
import useMessage from 'antd/es/message/useMessage';
import type { NotificationInstance } from 'antd/es/notification/interface';
import useNotification from 'antd/es/notification/useNotification';
import { Suspense, useEffect, useState } from 'react';
import { CallError, isSilent, messageOf } from './client/call-error.ts';
import type { Question } from './confirm-dialog.tsx';
import { translate } from './i18n.ts';
import { LEVEL_ICONS } from './icons/library-icons.tsx';
import { LoadGuard, lazyWithRetry } from './lazy-with-retry.tsx';
import { useNoticesRoom } from './notices-room.ts';
import { useIsPhone } from './use-media.ts';
import './feedback.css';

// Ant Design's `App` would load its dialogs at once; a question is rarely needed on the first screen.
const ConfirmDialog = lazyWithRetry(() => import('./confirm-dialog.tsx'));

interface Outlets {
  readonly message: MessageInstance;
  readonly notification: NotificationInstance;
  readonly ask: (question: Question) => void;
}

/**
 * Shows messages from anywhere in the code. They use the theme and language of the tree, so the tree contains one
 * `FeedbackBridge`; messages sent before it is mounted are lost.
 */
let outlets: Outlets | undefined;

/** The style sheet gives notifications their place. A few are shown in full; more are stacked until the pointer is over them. */
const ON_A_DESK = { stack: { threshold: 3 }, placement: 'bottomLeft' } as const;
const ON_A_PHONE = { stack: { threshold: 1 }, placement: 'bottomLeft' } as const;

/** Place once, inside the theme. */
export function FeedbackBridge() {
  const [message, messages] = useMessage();
  const [notification, notes] = useNotification(useIsPhone() ? ON_A_PHONE : ON_A_DESK);
  useNoticesRoom();
  const [question, ask] = useState<Question | null>(null);
  useEffect(() => {
    const here = { message, notification, ask };
    outlets = here;
    return () => {
      if (outlets === here) outlets = undefined;
    };
  }, [message, notification]);
  // A question that cannot be shown counts as refused.
  const failed = () => {
    showLoadFailure();
    question?.answer(false);
    ask(null);
  };
  return (
    <>
      {messages}
      {notes}
      <LoadGuard onFailed={failed}>
        <Suspense>{question && <ConfirmDialog question={question} onClose={() => ask(null)} />}</Suspense>
      </LoadGuard>
    </>
  );
}

/** Ant Design's notification api, for messages that stay until closed. */
export const notifications = (): NotificationInstance | undefined => outlets?.notification;

/** Reports a success. */
export function showSuccess(words: Text | string): void {
  const content = typeof words === 'string' ? words : translate(words);
  void outlets?.message.success({ icon: LEVEL_ICONS.success, content, key: `success:${content}` });
}

/** Seconds in which an action can be undone. */
const UNDO_SECONDS = 10;

/** Reports a success, and offers an undo for ten seconds. */
export function showUndo(words: Text, undo: () => void): void {
  const key = `undo:${Math.random()}`;
  const take = () => {
    outlets?.message.destroy(key);
    undo();
  };
  void outlets?.message.success({
    icon: LEVEL_ICONS.success,
    key,
    duration: UNDO_SECONDS,
    content: (
      <span>
        {translate(words)}
        <button type="button" className="kit-link" onClick={take}>
          {translate({ zh: '撤销', en: 'Undo' })}
        </button>
      </span>
    ),
  });
}

/** Warns about a problem the user can correct at once. */
export function showWarning(words: Text | string): void {
  const content = typeof words === 'string' ? words : translate(words);
  void outlets?.message.warning({ icon: LEVEL_ICONS.warning, content, key: `warning:${content}` });
}

/** Shows progress until it is closed or done. */
export function showProgress(content: string): {
  update: (content: string) => void;
  done: (words: Text) => void;
  close: () => void;
} {
  const key = `progress:${Math.random()}`;
  const update = (text: string) =>
    void outlets?.message.loading({ icon: LEVEL_ICONS.loading, content: text, key, duration: 0 });
  update(content);
  return {
    update,
    done: (words) =>
      void outlets?.message.success({ icon: LEVEL_ICONS.success, content: translate(words), key, duration: 3 }),
    close: () => outlets?.message.destroy(key),
  };
}

/**
 * Shows the reason of a failure. The same sentence replaces itself instead of stacking. Silent errors (`isSilent`) are
 * not shown; failures that a retry may fix offer one.
 */
export function showError(error: unknown, retry?: () => void): void {
  if (isSilent(error)) return;
  const content = messageOf(error);
  const key = `error:${content}`;
  if (!(retry && error instanceof CallError && error.canRetry)) {
    void outlets?.message.error({ icon: LEVEL_ICONS.error, content, key });
    return;
  }
  const again = () => {
    outlets?.message.destroy(key);
    retry();
  };
  void outlets?.message.error({
    icon: LEVEL_ICONS.error,
    key,
    duration: 10,
    content: (
      <span>
        {content}
        <button type="button" className="kit-link" onClick={again}>
          {translate({ zh: '重试', en: 'Retry' })}
        </button>
      </span>
    ),
  });
}

/** Reports that a piece of the program failed to load, and offers to reload the page; nothing is lost before that. */
export function showLoadFailure(): void {
  const key = 'load-failure';
  void outlets?.message.error({
    icon: LEVEL_ICONS.error,
    key,
    duration: 0,
    content: (
      <span>
        {translate({
          zh: '这一部分没有加载成功，请再试一次或重新加载',
          en: 'This part could not be loaded. Retry or reload',
        })}
        <button type="button" className="kit-link" onClick={() => window.location.reload()}>
          {translate({ zh: '重新加载', en: 'Reload' })}
        </button>
        <button type="button" className="kit-link" onClick={() => outlets?.message.destroy(key)}>
          {translate({ zh: '关闭', en: 'Close' })}
        </button>
      </span>
    ),
  });
}

/** Asks before something that cannot be undone. Resolves to the answer; Esc and a click beside it mean no. */
export function confirm(words: Omit<Question, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    if (outlets) outlets.ask({ ...words, answer: resolve });
    else resolve(false);
  });
}
