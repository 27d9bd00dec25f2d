import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import type { ReactNode } from 'react';
import { invalidate } from '../../kit/client/query.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { useSubmitKey } from '../../kit/keys.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../kit/parts/side-panel.tsx';
import { StillNeeded } from './still-needed.tsx';

interface TaskPanelProps {
  readonly title: string;
  readonly width?: number;
  /** The list that the change shows in. */
  readonly resource: Resource;
  readonly submitText: string;
  readonly isReady: boolean;
  /** Fields that its user has not filled in yet. */
  readonly missing?: readonly (Text | false)[];
  /** Whether a click beside it would lose a list. */
  readonly isFilled?: boolean;
  /** Beside the buttons: what it costs. */
  readonly note?: ReactNode;
  /** Sends the form. @returns the words of its success */
  readonly send: (idempotencyKey: string) => Promise<string>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of a task over a list at the side: sent by its button or Ctrl+Enter, closed when that succeeded. */
export function TaskPanel(props: TaskPanelProps) {
  const { title, width = 480, resource, submitText, isReady, isFilled = false, missing = [] } = props;
  const { note, send, onClose, children } = props;
  const { isBusy, problem, attempt } = useAttempt({});
  const submit = () =>
    attempt(async (idempotencyKey) => {
      showSuccess(await send(idempotencyKey));
      void invalidate(resource);
      onClose();
    });
  useSubmitKey(isReady && !isBusy ? () => void submit() : undefined);
  return (
    <SidePanel
      title={title}
      width={width}
      onClose={onClose}
      isClosable={!isBusy && !isFilled}
      footer={
        <>
          {note}
          <StillNeeded of={missing} />
          <CancelButton disabled={isBusy} />
          <Button
            type="primary"
            loading={isBusy}
            disabled={!isReady}
            aria-keyshortcuts="Control+Enter"
            onClick={() => void submit()}
          >
            {submitText} <kbd aria-hidden>Ctrl ↵</kbd>
          </Button>
        </>
      }
    >
      <Problem text={problem} />
      <Form layout="vertical" component="div" colon={false} disabled={isBusy}>
        {children}
      </Form>
    </SidePanel>
  );
}
