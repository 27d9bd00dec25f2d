import { bonusOfRecharge } from './engines/activities/index.ts';
import { recordOutcome, takeText } from './engines/inbox/index.ts';
import { countHold } from './engines/partner-api/index.ts';
import { rechargeCredited } from './engines/payments/index.ts';
import { providerFoundFalse } from './engines/seeds/index.ts';
import { reviewOrdersOf, textMoved, textReceived } from './engines/sending/index.ts';
import { workHeld } from './engines/work/index.ts';

/** Connects the engines that act on events of engines below them. Servers of one process share the connections. */
export function connectEvents(): void {
  providerFoundFalse.listen(reviewOrdersOf);
  rechargeCredited.listen(bonusOfRecharge);
  workHeld.listen(countHold);
  textReceived.listen(takeText);
  textMoved.listen(recordOutcome);
}
