import { call } from '../../kit/client/call.ts';
import { SecretNumber } from '../secrets/secret-number.tsx';
import type { WithdrawalResource } from './resources.ts';

interface AccountNumberProps {
  readonly resource: WithdrawalResource;
  readonly id: string;
  readonly last4: string;
}

/** The account number of a withdrawal's payee. */
export const AccountNumber = ({ resource, id, last4 }: AccountNumberProps) => (
  <SecretNumber last4={last4} reveal={async () => (await call(resource, 'reveal-account', { id })).cardNo} />
);
