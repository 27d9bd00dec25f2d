import { telegramFilterType } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { telegramFilter } from '@trade-assistant/contract/areas/filter/telegram-filter.ts';
import { checkPage } from './check/page.tsx';

export default checkPage(telegramFilter, telegramFilterType);
