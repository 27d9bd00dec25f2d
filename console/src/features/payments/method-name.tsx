import { useLocale } from '../../kit/i18n.ts';

interface MethodNames {
  readonly methodName: string;
  readonly methodNameEn: string;
}

/** What a payment method was called, in the reader's language. */
export function MethodName({ row }: { row: MethodNames }) {
  return useLocale() === 'zh' ? row.methodName : row.methodNameEn;
}
