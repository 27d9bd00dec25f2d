import { useLocale } from '../../kit/i18n.ts';

interface MethodNames {
  readonly methodName: string;
  readonly methodNameEn: string;
}

/** The name of a payment method at the time, in the reader's language. */
export function MethodName({ row }: { row: MethodNames }) {
  return useLocale() === 'zh' ? row.methodName : row.methodNameEn;
}
