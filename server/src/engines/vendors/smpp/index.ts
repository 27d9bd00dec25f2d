export { type Alphabet, ascii, gsm, latin1, ucs2 } from './alphabets.ts';
export {
  type Address,
  BadPdu,
  COMMAND,
  ESM,
  messageIdOf,
  messageOf,
  type Pdu,
  type ShortMessage,
  type Submission,
  submitBody,
  TAG,
} from './codec.ts';
export {
  BindRefused,
  NoAnswer,
  NotWritten,
  openSession,
  type SessionOptions,
  SMPP_PROTOCOLS,
  type SmppSession,
} from './session.ts';
export { STATUS, statusName, statusText } from './statuses.ts';
