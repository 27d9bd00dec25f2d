import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import { useNavigate } from 'react-router';
import { CHECKED_CLASSES, checkWish, REACHED } from '../../../features/checks/classes.ts';
import type { Check, CheckResource } from '../../../features/checks/types.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { useCanAny } from '../../../kit/permission.tsx';

interface Target {
  readonly page: string;
  readonly label: Text;
}

const WHATSAPP: Target = {
  page: 'whatsapp/order',
  label: { zh: '发 WhatsApp（{n}）', en: 'Send WhatsApp to {n} {n|number|numbers}' },
};
const SMS: Target = { page: 'sms/sms-task', label: { zh: '发短信（{n}）', en: 'Text {n} {n|number|numbers}' } };
const TELEGRAM: Target = {
  page: 'telegram/order',
  label: { zh: '发 Telegram（{n}）', en: 'Send Telegram to {n} {n|number|numbers}' },
};

/** Ways to a new order whose recipients are the numbers of a check with the chosen results; without a choice those in service. */
export function SendToNumbers({
  check,
  resource,
  results,
}: {
  readonly check: Check;
  readonly resource: CheckResource;
  readonly results: readonly number[];
}) {
  const t = useText();
  const can = useCanAny();
  const navigate = useNavigate();
  const wanted = CHECKED_CLASSES.filter(([value]) => (results.length > 0 ? results : REACHED).includes(value));
  const count = wanted.reduce<number>((sum, [, field]) => sum + check[field], 0);
  const channels = String(resource.name) === 'filter/telegram-filter' ? [TELEGRAM] : [WHATSAPP, SMS];
  const targets = channels.filter(({ page }) => can(`${page}:create`));
  if (count === 0) return null;
  return targets.map(({ page, label }) => (
    <Button
      key={page}
      onClick={() =>
        void navigate(
          `/${page}?check=${checkWish(
            check.id,
            wanted.map(([value]) => value),
          )}`,
        )
      }
    >
      {t(label, { n: countText(count) })}
    </Button>
  ));
}
