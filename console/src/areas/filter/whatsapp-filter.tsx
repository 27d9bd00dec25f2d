import { filterType } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { checkPage } from './check/page.tsx';

export default checkPage(whatsappFilter, filterType);
