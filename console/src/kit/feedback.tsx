import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import App from 'antd/es/app';
import type { useAppProps } from 'antd/es/app/context';
import { useEffect } from 'react';
import { CallError, messageOf } from './client/call-error.ts';
import { say } from './i18n.ts';

/**
 * Messages to the user from anywhere. The toasts need the theme and language of the tree they are drawn in, so the
 * shell places one `FeedbackBridge` inside Ant Design's `App`; until then messages wait for nobody.
 */
let app: useAppProps | undefined;

/** Place once, inside `<App>`. */
export function FeedbackBridge() {
  const here = App.useApp();
  useEffect(() => {
    app = here;
    return () => {
      if (app === here) app = undefined;
    };
  }, [here]);
  return null;
}

/** Ant Design's notification api, for messages that stay until closed. */
export const notifications = (): useAppProps['notification'] | undefined => app?.notification;

/** Says that something went well. */
export function showSuccess(words: Text | string): void {
  const content = typeof words === 'string' ? words : say(words);
  void app?.message.success({ content, key: `success:${content}` });
}

/** Warns about something the user can put right at once. */
export function showWarning(words: Text | string): void {
  const content = typeof words === 'string' ? words : say(words);
  void app?.message.warning({ content, key: `warning:${content}` });
}

/**
 * Shows why something failed. The same sentence is never stacked: it replaces itself. What we gave up ourselves is no
 * news; a failure that a second try may heal offers one.
 */
export function showError(error: unknown, retry?: () => void): void {
  if (error instanceof CallError && error.failure === 'aborted') return;
  const content = messageOf(error);
  const key = `error:${content}`;
  if (!(retry && error instanceof CallError && error.mayRetry)) {
    void app?.message.error({ content, key });
    return;
  }
  const again = () => {
    app?.message.destroy(key);
    retry();
  };
  void app?.message.error({
    key,
    duration: 10,
    content: (
      <span>
        {content}
        <button type="button" className="kit-link" onClick={again}>
          {say({ zh: '重试', en: 'Retry' })}
        </button>
      </span>
    ),
  });
}

/** Asks before something that cannot be undone. Resolves to the answer; Esc and a click beside it mean no. */
export function confirm(question: {
  title: string;
  content?: string;
  okText?: string;
  isDangerous?: boolean;
}): Promise<boolean> {
  return new Promise((resolve) => {
    if (!app) {
      resolve(false);
      return;
    }
    app.modal.confirm({
      title: question.title,
      content: question.content,
      centered: true,
      okText: question.okText ?? say({ zh: '确定', en: 'OK' }),
      cancelText: say({ zh: '取消', en: 'Cancel' }),
      okButtonProps: { danger: question.isDangerous ?? false },
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
    });
  });
}
