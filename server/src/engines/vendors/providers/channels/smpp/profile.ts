import { smppAddressing, smppAlphabet, smppBindMode } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import { type Alphabet, ascii, gsm, latin1 } from '../../../smpp/index.ts';
import type { ProviderRow } from '../../tables.ts';

/** The settings of an account at an SMSC; values as their dictionaries. */
export interface SmppProfile {
  readonly isPair: boolean;
  readonly window: number;
  readonly longMode: number;
  /** Of data coding 0. */
  readonly alphabet: Alphabet;
  readonly addressing: number;
  readonly receiptParts: number;
  readonly idForm: number;
  /** Of numbers without their country code; null where all have one. */
  readonly country: string | null;
  /** Of the dates in receipts. */
  readonly zone: string;
}

const { latin1: isLatin, ascii: isAscii } = smppAlphabet.is;

export const profileOf = (row: ProviderRow): SmppProfile => ({
  isPair: row.bindMode === smppBindMode.is.pair,
  window: row.windowSize,
  longMode: row.longMode,
  alphabet: row.defaultAlphabet === isLatin ? latin1 : row.defaultAlphabet === isAscii ? ascii : gsm,
  addressing: row.addressing,
  receiptParts: row.receiptParts,
  idForm: row.idForm,
  country: row.homeCountry,
  zone: row.receiptZone ?? 'UTC',
});

const { standard, unknown } = smppAddressing.is;
/** As `smsSenderType`. */
const SHORT_CODE = 2;
const LETTERS = 3;

/** Returns type and plan of a sender address. */
export function sourceOf({ addressing }: Pick<SmppProfile, 'addressing'>, from: { address: string; type: number }) {
  const address = from.type === LETTERS ? from.address : from.address.replace(/^\+/, '');
  if (addressing === unknown) return { ton: 0, npi: 0, address };
  if (from.type === LETTERS) return { ton: 5, npi: 0, address };
  if (from.type === SHORT_CODE) return { ton: addressing === standard ? 3 : 0, npi: 0, address };
  return { ton: 1, npi: 1, address };
}
