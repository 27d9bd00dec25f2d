import { z } from 'zod';
import { text } from '../../kit/field.ts';
import type { Text } from '../../kit/locale.ts';
import { localizedRule, matching } from '../../kit/sentences.ts';

/** At least eight characters out of two of: letters, digits, other signs. */
export const passwordSentence = {
  zh: '至少 8 位，且包含字母、数字、符号中的至少两类',
  en: 'should have at least eight characters, including two of: letters, digits, symbols',
};
export const passwordRule = matching(
  /^(?:(?=.*[A-Za-z])(?=.*[^A-Za-z])|(?=.*\d)(?=.*[^A-Za-z\d]))[\x20-\x7e]{8,64}$/,
  passwordSentence,
);
/** A Telegram user name, or an https address. */
export const serviceAddressSentence = {
  zh: '应为 Telegram 用户名或 https 链接',
  en: 'should be a Telegram user name or an https link',
};
export const serviceAddressRule = matching(/^(@?[A-Za-z]\w{4,31}|https:\/\/[^\s]{4,120})$/, serviceAddressSentence);
/** The same, or empty for none. */
export const anyServiceAddress = z
  .string()
  .trim()
  .max(128)
  .refine((text) => text === '' || serviceAddressRule.test(text), localizedRule(serviceAddressSentence));

/** The sign-in data, given once when the account is created. */
export const accountField = (options: { readonly label?: Text; readonly group: Text; readonly width: number }) =>
  text({
    label: { zh: '账号', en: 'Account' },
    help: { zh: '4–32 位字母、数字或下划线', en: '4–32 letters, digits or underscores' },
    max: 32,
    pattern: matching(/^\w{4,32}$/, {
      zh: '应为 4–32 位字母、数字或下划线',
      en: 'should be 4–32 letters, digits or underscores',
    }),
    required: true,
    list: true,
    search: 'like',
    form: 'create',
    ...options,
  });
