import { sandboxOutcome } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import type { PayoutPort, PayoutState } from './channel.ts';

const { failed, returned, silent } = sandboxOutcome.is;

/**
 * Sends no money. The state of a payout follows from the channel's settings and the time since it was sent, so every
 * process gives the same answer without storing it.
 */
export function sandboxChannel(outcome: number, delaySeconds: number): PayoutPort {
  const stateAfter = (seconds: number): PayoutState['state'] => {
    if (outcome === silent) return 'unknown';
    if (seconds < delaySeconds) return 'accepted';
    if (outcome === failed) return 'failed';
    return outcome === returned && seconds >= delaySeconds * 3 ? 'returned' : 'paid';
  };
  const answer = async (merchantNo: string, sentTime: Date): Promise<PayoutState> => {
    const state = stateAfter((Date.now() - sentTime.getTime()) / 1000);
    return {
      state,
      ...(state === 'unknown' ? {} : { channelNo: `SB-${merchantNo}` }),
      ...(state === 'failed' || state === 'returned' ? { message: 'Sandbox / 沙箱' } : {}),
    };
  };
  return {
    submit: ({ merchantNo, sentTime }) => answer(merchantNo, sentTime),
    query: ({ merchantNo, sentTime }) => answer(merchantNo, sentTime),
  };
}
