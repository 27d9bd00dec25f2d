import { bonusOfRecharge } from './engines/customers/activities/index.ts';
import { recordOutcome, takeText } from './engines/messaging/inbox/index.ts';
import { providerFoundFalse } from './engines/messaging/seeds/index.ts';
import { reviewOrdersOf, textMoved, textReceived } from './engines/messaging/sending/index.ts';
import { workHeld } from './engines/messaging/work/index.ts';
import { rechargeCredited } from './engines/money/payments/index.ts';
import { countHold } from './engines/reporting/partner-api/index.ts';

/** Connects the engines that act on events of engines below them. Servers of one process share the connections. */
export function connectEvents(): void {
  providerFoundFalse.listen(reviewOrdersOf);
  rechargeCredited.listen(bonusOfRecharge);
  workHeld.listen(countHold);
  textReceived.listen(takeText);
  textMoved.listen(recordOutcome);
}
