export { signedHeaders, webhookId, webhookService } from './deliver.ts';
export {
  checkAddress,
  createEndpoint,
  dropWaiting,
  type NewEndpoint,
  resend,
  rotateSecret,
  sendTest,
  WORKING,
} from './endpoints.ts';
export {
  assertAgent,
  assertNetworks,
  assertScope,
  authenticateKey,
  createKey,
  type KeyInUse,
  type NewKey,
} from './keys.ts';
export { countHold, countSpending, noteTask, spentBy } from './spending.ts';
export {
  type DeliveryRow,
  deliveries,
  type EndpointRow,
  endpoints,
  events,
  type OpenKeyRow,
  openKeys,
} from './tables.ts';
export { openTimers } from './timers.ts';
