import type { Text } from '../../kit/locale.ts';
import type { MessageLevel } from './dictionaries.ts';

/**
 * What the program itself tells people. The Chinese title is what travels, in every language (integrations compare it);
 * consoles show the title of the key in their own. Holes are filled from the message's parameters.
 */
export interface MessageTemplate {
  readonly title: Text;
  readonly content: Text;
  readonly type: 1 | 3;
  readonly level: MessageLevel;
}
