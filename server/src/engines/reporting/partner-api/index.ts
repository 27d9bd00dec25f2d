export { webhookId, webhookService } from './deliver.ts';
export {
  checkAddress,
  createEndpoint,
  dropWaiting,
  resend,
  rotateSecret,
  sendTest,
  WORKING,
} from './endpoints.ts';
export {
  assertNetworks,
  assertScope,
  authenticateKey,
  createKey,
  type KeyInUse,
} from './keys.ts';
export { countHold, countSpending, recordTask, spentBy } from './spending.ts';
export {
  type DeliveryRow,
  deliveries,
  type EndpointRow,
  endpoints,
  events,
  openKeys,
} from './tables.ts';
export { openTimers } from './timers.ts';
