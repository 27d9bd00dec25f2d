import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useText } from '../i18n.ts';

/** A half-filled form that was closed by a lock or a reload, kept until the user decides. */
export interface KeptDraft {
  /** Under which the page keeps it. */
  readonly name: string;
  /** The form and its object. */
  readonly words: Text;
  readonly onContinue: () => void;
  readonly onDiscard: () => void;
}

/** Says which drafts are kept, and offers to continue or discard each. */
export default function DraftNotices({ drafts }: { readonly drafts: readonly KeptDraft[] }) {
  const t = useText();
  return drafts.map(({ name, words, onContinue, onDiscard }) => (
    <Alert
      key={name}
      type="info"
      role="status"
      className="kit-alert"
      title={t({ zh: '草稿已保留，尚未提交：{form}', en: 'Draft kept, not submitted: {form}' }, { form: t(words) })}
      action={
        <span className="kit-toolbar-main">
          <Button size="small" onClick={onDiscard}>
            {t({ zh: '放弃草稿', en: 'Discard' })}
          </Button>
          <Button size="small" type="primary" onClick={onContinue}>
            {t({ zh: '继续填写', en: 'Continue' })}
          </Button>
        </span>
      }
    />
  ));
}
