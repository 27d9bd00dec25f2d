import { frequency } from '@trade-assistant/contract/areas/compliance/frequency.ts';
import { forgetContacts, frequencyRules } from '../../engines/messaging/compliance/index.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export const timers = [
  defineTimer({ name: 'compliance/forget-contacts', every: { at: '04:10' }, run: ({ db }) => forgetContacts(db) }),
];

export default resourceRoutes(frequency, frequencyRules, { scope: 'tenant' });
