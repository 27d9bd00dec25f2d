import { useText } from '../../kit/i18n.ts';
import { MethodName } from './method-name.tsx';

interface WithdrawalMethodNames {
  readonly methodName: string | null;
  readonly methodNameEn: string | null;
}

/** By which method it is paid; brokerage moved to the balance has none. */
export function WithdrawalMethod({ row: { methodName, methodNameEn } }: { row: WithdrawalMethodNames }) {
  const t = useText();
  if (methodName === null) return t({ zh: '转入余额', en: 'To balance' });
  return <MethodName row={{ methodName, methodNameEn: methodNameEn ?? methodName }} />;
}
