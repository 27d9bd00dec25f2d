import type { Text } from '../../kit/locale.ts';
import type { MessageLevel } from './dictionaries.ts';

/**
 * A message of the system. The Chinese title is sent in every language (integrations compare it); consoles show the
 * key's title in their own. Placeholders are filled from the message's parameters.
 */
export interface MessageTemplate {
  readonly title: Text;
  readonly content: Text;
  readonly type: 1 | 3;
  readonly level: MessageLevel;
}
