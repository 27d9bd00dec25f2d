import CreditCardOutlined from '@ant-design/icons/CreditCardOutlined';
import ExportOutlined from '@ant-design/icons/ExportOutlined';
import FileSearchOutlined from '@ant-design/icons/FileSearchOutlined';
import PauseCircleOutlined from '@ant-design/icons/PauseCircleOutlined';
import SendOutlined from '@ant-design/icons/SendOutlined';
import ShoppingOutlined from '@ant-design/icons/ShoppingOutlined';
import WalletOutlined from '@ant-design/icons/WalletOutlined';
import { checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { orderStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import type { IconComponent } from '../../kit/icons/icon-set.ts';
import { leafPlaces, type MenuPlace, pageName } from '../navigation/menu.ts';
import type { Command, CommandSource } from './command.ts';

/** Work that is asked for by a verb: where it is done, and the permission it needs there. */
interface Verb {
  readonly key: string;
  readonly title: Text;
  readonly icon: IconComponent;
  readonly more: readonly string[];
  readonly screen: string;
  readonly permission: string;
  /** The query that starts the action of the screen, or finds the rows with it. */
  readonly search?: string;
}

const NEW = '?do=new';
const RUNNING = `?status_in=${[orderStatus.is.queued, orderStatus.is.sending].join()}`;
const CHECKING = `?status_in=${[checkStatus.is.queued, checkStatus.is.running].join()}`;

const orders = [
  { screen: 'whatsapp/order', zh: 'WhatsApp 订单', en: 'WhatsApp order' },
  { screen: 'telegram/order', zh: 'Telegram 订单', en: 'Telegram order' },
  { screen: 'sms/sms-task', zh: '短信任务', en: 'SMS task' },
] as const;
const checks = [
  { screen: 'filter/whatsapp-filter', name: 'WhatsApp' },
  { screen: 'filter/telegram-filter', name: 'Telegram' },
] as const;

const verbs: readonly Verb[] = [
  {
    key: 'buy',
    title: { zh: '购买号码', en: 'Buy numbers' },
    icon: ShoppingOutlined,
    more: ['买号', '下单', 'purchase', 'order numbers', 'shop'],
    screen: 'agent/product',
    permission: 'agent/product:buy',
  },
  {
    key: 'recharge',
    title: { zh: '立即充值', en: 'Recharge now' },
    icon: CreditCardOutlined,
    more: ['付款', '入金', 'top up', 'pay in', 'deposit'],
    screen: 'agent/recharge',
    permission: 'agent/recharge:add',
    search: '?do=order',
  },
  {
    key: 'withdraw',
    title: { zh: '立即提现', en: 'Withdraw now' },
    icon: WalletOutlined,
    more: ['取款', 'payout', 'cash out'],
    screen: 'agent/withdrawal',
    permission: 'agent/withdrawal:add',
    search: '?do=withdraw',
  },
  ...orders.map(
    ({ screen, zh, en }): Verb => ({
      key: `order:${screen}`,
      title: { zh: `新建${zh}`, en: `New ${en}` },
      icon: SendOutlined,
      more: ['新建订单', '发送', '群发', 'new order', 'send messages'],
      screen,
      permission: `${screen}:create`,
      search: NEW,
    }),
  ),
  ...checks.map(
    ({ screen, name }): Verb => ({
      key: `check:${screen}`,
      title: { zh: `检测号码：${name}`, en: `Check numbers: ${name}` },
      icon: FileSearchOutlined,
      more: ['新建检测', '筛号', 'filter numbers', 'new check'],
      screen,
      permission: `${screen}:create`,
      search: NEW,
    }),
  ),
  ...orders.map(
    ({ screen, zh, en }): Verb => ({
      key: `pause:${screen}`,
      title: { zh: `暂停：${zh}`, en: `Pause: ${en}s` },
      icon: PauseCircleOutlined,
      more: ['停止', '暂停发送', 'pause sending', 'stop'],
      screen,
      permission: `${screen}:edit`,
      search: RUNNING,
    }),
  ),
  ...checks.map(
    ({ screen, name }): Verb => ({
      key: `pause:${screen}`,
      title: { zh: `暂停：${name} 检测`, en: `Pause: ${name} checks` },
      icon: PauseCircleOutlined,
      more: ['停止', '暂停检测', 'pause checks', 'stop'],
      screen,
      permission: `${screen}:edit`,
      search: CHECKING,
    }),
  ),
];

/** Work by its verb, for users who may do it and have its screen. A screen with the name of the verb is enough. */
export const verbCommands: CommandSource = ({ places, permissions, navigate }) => {
  const screens = new Map(screensOf(places).map(({ screen, title }) => [screen, title.zh]));
  return verbs
    .filter(
      ({ screen, permission, title }) =>
        screens.has(screen) && screens.get(screen) !== title.zh && permissions.has(permission),
    )
    .map(
      ({ key, title, icon, more, screen, search = '' }): Command => ({
        key: `verb:${key}`,
        title,
        icon,
        more,
        isQuiet: true,
        run: () => void navigate(`/${screen}/index${search}`),
      }),
    );
};

/** Exports whose permission is not that of their screen. */
const EXPORTS: Readonly<Record<string, string>> = {
  'agent/product-order': 'agent/product:order-export',
  'agent/rebate': 'agent/user:rebate-export',
};

/** “Export …” for every list the user may export: the screen has the button for it. */
export const exportCommands: CommandSource = ({ places, permissions, navigate }) =>
  screensOf(places)
    .filter(({ screen }) => permissions.has(EXPORTS[screen] ?? `${screen}:export`))
    .map(
      ({ screen, title }): Command => ({
        key: `export:${screen}`,
        title: { zh: `导出：${title.zh}`, en: `Export: ${title.en}` },
        icon: ExportOutlined,
        more: [`导出${title.zh}`, `export ${title.en}`, 'download', '下载'],
        isQuiet: true,
        run: () => void navigate(`/${screen}/index`),
      }),
    );

const screensOf = (places: readonly MenuPlace[]): { readonly screen: string; readonly title: Text }[] =>
  leafPlaces(places).flatMap(({ title, target, isPin }) =>
    target?.kind === 'page' && !isPin ? [{ screen: pageName(target.path), title }] : [],
  );
