/** Words that end messages of a business, in the languages of its recipients, after `normalised`. One word only: sentences may mean anything. */
const OPT_OUT: ReadonlySet<string> = new Set([
  ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'opt-out', 'revoke'],
  ...[
    '退订',
    '停止',
    '取消订阅',
    'td',
    'baja',
    'alto',
    'parar',
    'pare',
    'sair',
    'cancelar',
    'arrêt',
    'arret',
    'stopp',
    'abmelden',
  ],
  ...['توقف', 'إلغاء', 'стоп', 'отписаться', 'berhenti', 'dur', 'iptal', 'बंद', 'रोकें'],
]);

/** Returns a text in one form: full-width letters as ordinary ones, without signs and emoji at its ends, in lower case. */
export const normalised = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .toLowerCase();

/** Whether a reply ends messages: one word of the list, whatever signs are around it. */
export const isOptOut = (text: string): boolean => OPT_OUT.has(normalised(text));
