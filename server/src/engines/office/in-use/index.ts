export { assertReached, recordHandOver, type ServiceKind, useService, type WatchedKind } from './services.ts';
