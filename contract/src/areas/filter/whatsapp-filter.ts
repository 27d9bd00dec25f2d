import { checkResource } from './check-resource.ts';
import { filterType } from './dictionaries.ts';

/** Checks of numbers for WhatsApp: are they in service, and do they have an account. */
export const whatsappFilter = checkResource(
  'filter/whatsapp-filter',
  { zh: 'WhatsApp 号码检测', en: 'WhatsApp checks' },
  filterType,
);
