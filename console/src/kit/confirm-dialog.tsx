import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useFocusBack } from './focus-back.ts';
import { useText } from './i18n.ts';

export interface Question {
  readonly title: string;
  readonly content?: string;
  readonly okText?: string;
  readonly isDangerous?: boolean;
  readonly answer: (isYes: boolean) => void;
}

/** One question with two answers. */
export default function ConfirmDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(true);
  useFocusBack();
  const close = (isYes: boolean) => {
    question.answer(isYes);
    setOpen(false);
  };
  return (
    <Modal
      open={isOpen}
      centered
      width={416}
      title={question.title}
      okText={question.okText ?? t({ zh: '确定', en: 'OK' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ danger: question.isDangerous ?? false, autoFocus: true }}
      onOk={() => close(true)}
      onCancel={() => close(false)}
      afterClose={onClose}
    >
      {question.content}
    </Modal>
  );
}
