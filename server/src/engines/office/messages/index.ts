export { purgeMessages } from './purge.ts';
export {
  newMessagesSince,
  openMessage,
  readAll,
  receivedPage,
  removeMessages,
  sentMessage,
  sentPage,
  unreadAmong,
  unreadCount,
} from './read.ts';
export { type Recipients, searchDepartments, searchPeople, searchRoles } from './recipients.ts';
export { composeMessage, type NewMessage, sendMessage } from './send.ts';
export type { ReceivedRow, SentRow } from './tables.ts';
