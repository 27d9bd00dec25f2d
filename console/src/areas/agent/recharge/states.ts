import { rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';

const { awaiting, review, expired } = rechargeStatus.is;

interface Stated {
  readonly status: number;
}

/** Whether its payer may still say how it was paid; the server also asks how long ago it expired. */
export const isProvable = ({ status }: Stated): boolean =>
  status === awaiting || status === review || status === expired;
