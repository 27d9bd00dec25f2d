import { listIn } from '@trade-assistant/contract/sms-rules.ts';
import type { Parameters } from '../../../kernel/parameters/index.ts';
import type { InboundEvent } from '../../vendors/providers/index.ts';

/** Words that end messages of a business, in the languages of its recipients. Only a whole text counts: sentences may mean anything. */
const WORDS: readonly string[] = [
  ...['stop', 'stop all', 'unsubscribe', 'opt out', 'cancel', 'end', 'quit', 'revoke'],
  // The answers to 回TD退订 and 回T退订.
  ...['退订', '退訂', '停止', '停', '取消订阅', '取消訂閱', 'td', 't'],
  ...[
    'baja',
    'alto',
    'parar',
    'pare',
    'sair',
    'cancelar',
    'arrêt',
    'arret',
    'arrêt svp',
    'arret svp',
    'stopp',
    'abmelden',
  ],
  ...['配信停止', '解除', '수신거부', 'توقف', 'إلغاء', 'إيقاف', 'לא', 'הסר', 'หยุด', 'dừng'],
  ...['стоп', 'отписаться', 'berhenti', 'dur', 'iptal', 'बंद', 'रोकें'],
];

/** “Stop promotions”, the quick reply that WhatsApp adds to templates, in the languages of templates; and names that businesses give it. */
const STOP_PROMOTIONS: readonly string[] = [
  ...[
    'stop promotions',
    'stop promotion',
    'stop promo',
    'stop marketing',
    'stop messages',
    'stop offers',
    'marketing opt out',
  ],
  ...['detener promociones', 'parar promociones', 'parar promoções', 'parar promocoes', 'interromper promoções'],
  ...['interrompi promozioni', 'arrêter les promotions', 'arreter les promotions', 'arrêter les promos'],
  ...['werbung stoppen', 'werbeaktionen beenden', 'angebote stoppen', 'promoties stoppen', 'zatrzymaj promocje'],
  ...['остановить рекламу', 'остановить акции', 'promosyonları durdur', 'kampanyaları durdur', 'hentikan promosi'],
  ...[
    'stop promosi',
    'berhenti promosi',
    '停止促销',
    '停止推广',
    '停止促銷',
    '停止推廣',
    'プロモーションを停止',
    '프로모션 중지',
  ],
  ...[
    'إيقاف العروض الترويجية',
    'إيقاف العروض',
    'עצירת מבצעים',
    'प्रमोशन रोकें',
    'प्रमोशन बंद करें',
    'หยุดโปรโมชัน',
    'dừng khuyến mãi',
  ],
];

/** Words that end messages when people write them, and that buttons carry as the answer to something else. */
const ANSWERS: ReadonlySet<string> = new Set(['t', 'לא', 'end', 'cancel', 'cancelar', 'iptal', 'الغاء', '解除']);

/**
 * Returns the letters and digits of a text in one form: without spaces, signs, emoji and invisible marks, in lower case whatever the language.
 * Full-width letters are ordinary ones, the Turkish İ and ı are an i; Arabic and Hebrew have neither vowel signs nor a hamza on the alif.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}|[\u0307\u0640\u064b-\u0652\u0591-\u05c7]/gu, '')
    .replaceAll('ı', 'i')
    .replace(/[أإآٱ]/g, 'ا');

const OPT_OUT: ReadonlySet<string> = new Set([...WORDS, ...STOP_PROMOTIONS].map(folded));

/** Whether a whole text ends messages: a word of the list or of the tenant, whatever spaces and signs are in it. */
export function isOptOut(text: string, own: readonly string[] = []): boolean {
  const word = folded(text);
  return OPT_OUT.has(word) || (word !== '' && own.some((one) => folded(one) === word));
}

/** Whether a message is an opt-out: by its text, or by the label or the payload of a button. */
export function endsMessages(
  { kind, text, payload }: Pick<InboundEvent, 'kind' | 'text' | 'payload'>,
  own: readonly string[],
): boolean {
  // Other kinds have no text of the sender, but names of places.
  if (kind === 'other') return false;
  const said = [text, payload ?? null].filter((one) => one !== null);
  return said.some((one) => isOptOut(one, own) && (kind !== 'button' || !ANSWERS.has(folded(one))));
}

/** Returns the words that a tenant added. */
export const ownOptOuts = (parameters: Pick<Parameters, 'get'>, tenantId: string): readonly string[] =>
  listIn(parameters.get(tenantId, 'compliance.optOutWords'));
