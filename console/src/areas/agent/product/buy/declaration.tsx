import Checkbox from 'antd/es/checkbox';
import { useText } from '../../../../kit/i18n.ts';

interface DeclarationProps {
  readonly id: string;
  readonly isOfUnits: boolean;
  readonly isChecked: boolean;
  /** Buying was tried without it. */
  readonly isReminded: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** The declaration of lawful use that some products require. */
export function Declaration({ id, isOfUnits, isChecked, isReminded, isDisabled, onChange }: DeclarationProps) {
  const t = useText();
  const isMissing = isReminded && !isChecked;
  return (
    <>
      <Checkbox
        id={id}
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
        {...(isMissing ? { 'aria-describedby': `${id}-reminder` } : {})}
      >
        {t(
          isOfUnits
            ? {
                zh: '我承诺仅对来源合法且已获同意的名单使用',
                en: 'I will use it only for lists obtained lawfully and with consent',
              }
            : {
                zh: '我承诺仅将号码用于合法且已获对方同意的业务联系',
                en: 'I will use these numbers only for lawful business contact with consent',
              },
        )}
      </Checkbox>
      {isMissing && (
        <p id={`${id}-reminder`} className="kit-bad" role="alert">
          {t({ zh: '请先勾选用途声明', en: 'Please accept the usage statement first' })}
        </p>
      )}
    </>
  );
}
