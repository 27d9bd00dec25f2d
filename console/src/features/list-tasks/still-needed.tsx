import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { useLocale, useText } from '../../kit/i18n.ts';

/** Names the fields that a form still needs, beside its disabled button; renders nothing when it is complete. */
export function StillNeeded({ of }: { readonly of: readonly (Text | false)[] }) {
  const t = useText();
  const locale = useLocale();
  const missing = of.filter((one) => one !== false);
  if (missing.length === 0) return null;
  return (
    <span className="kit-footer-note kit-weak" role="status">
      {t(
        { zh: '还需：{missing}', en: 'Still needed: {missing}' },
        { missing: missing.map((one) => one[locale]).join(locale === 'zh' ? '、' : ', ') },
      )}
    </span>
  );
}

export const needed = {
  agent: { zh: '代理', en: 'agent' },
  list: { zh: '号码名单', en: 'list of numbers' },
  country: { zh: '国家', en: 'country' },
  sender: { zh: '发送方', en: 'sender' },
  values: { zh: '参数的值', en: 'values of the parameters' },
} as const satisfies Record<string, Text>;
