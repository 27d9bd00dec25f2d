import { UnderWay } from './under-way.tsx';
import { Wallet } from './wallet.tsx';

/** An agent's wallet and open work; staff, who have neither, do not load it. */
export default function AgentWork() {
  return (
    <>
      <Wallet />
      <UnderWay />
    </>
  );
}
