import { checkResource } from './check-resource.ts';
import { telegramFilterType } from './dictionaries.ts';

const common = checkResource(
  'filter/telegram-filter',
  { zh: 'Telegram 号码检测', en: 'Telegram checks' },
  telegramFilterType,
);

/** Checks of numbers for Telegram. `save` is `create-order` under the name that clients of Telegram tasks use. */
export const telegramFilter = { ...common, calls: { ...common.calls, save: common.calls['create-order'] } };
