import BellOutlined from '@ant-design/icons/BellOutlined';
import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import Button from 'antd/es/button';
import Popover from 'antd/es/popover';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { showError, showSuccess } from '../../../kit/feedback.tsx';
import { useText } from '../../../kit/i18n.ts';
import { useCan } from '../../../kit/permission.tsx';
import { usePreference } from '../../../kit/preferences.ts';
import { SOUND_KEY, SOUND_MODES, type SoundMode } from './alerts.ts';
import styles from './inbox.module.css';

const CAPACITIES = [1, 3, 5, 10, 20, 50, 100] as const;

/** The reader's duty; how many conversations at once, sound and notifications behind a bell. */
export function AlertSettings({ isOnDuty, capacity }: { readonly isOnDuty: boolean; readonly capacity: number }) {
  const t = useText();
  const canAnswer = useCan('sms/session:answer');
  const [mode, setMode] = usePreference<SoundMode>(SOUND_KEY, 'mine');
  const [isBusy, setBusy] = useState(false);
  const [permission, setPermission] = useState(() =>
    typeof Notification === 'undefined' ? 'denied' : Notification.permission,
  );
  const setDuty = async (isOn: boolean, most: number) => {
    setBusy(true);
    try {
      await call(smsSession, 'duty', { isOnDuty: isOn ? 1 : 0, capacity: most });
      showSuccess(
        isOn
          ? { zh: '已上岗，会话将自动分配给您', en: 'On duty; sessions are assigned to you' }
          : { zh: '已离线', en: 'Off duty' },
      );
      await invalidate(smsSession);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const alerts = (
    <div className={styles.choices}>
      {canAnswer && isOnDuty && (
        <Select
          aria-label={t({ zh: '同时处理', en: 'At once' })}
          value={capacity}
          options={[...new Set([...CAPACITIES, capacity])]
            .sort((a, b) => a - b)
            .map((value) => ({ value, label: t({ zh: '{n} 个', en: '{n} at once' }, { n: value }) }))}
          onChange={(most) => void setDuty(true, most)}
        />
      )}
      <Select
        aria-label={t({ zh: '提示音', en: 'Sound' })}
        value={mode}
        options={SOUND_MODES.map((value) => ({
          value,
          label: {
            off: t({ zh: '静音', en: 'No sound' }),
            mine: t({ zh: '提示音：我的会话', en: 'Sound: mine' }),
            all: t({ zh: '全部有声', en: 'Sound: all' }),
          }[value],
        }))}
        onChange={setMode}
      />
      {permission === 'default' && (
        <Button size="small" type="text" onClick={() => void Notification.requestPermission().then(setPermission)}>
          {t({ zh: '开启桌面通知', en: 'Desktop notifications' })}
        </Button>
      )}
    </div>
  );
  return (
    <div className={styles.settings}>
      {canAnswer && (
        <>
          <Switch
            size="small"
            loading={isBusy}
            checked={isOnDuty}
            aria-label={t({ zh: '在岗', en: 'On duty' })}
            onChange={(isOn) => void setDuty(isOn, capacity)}
          />
          <span aria-hidden>{isOnDuty ? t({ zh: '在岗', en: 'On duty' }) : t({ zh: '离线', en: 'Off duty' })}</span>
        </>
      )}
      <Popover trigger="click" placement="bottomRight" content={alerts}>
        <Button
          size="small"
          type="text"
          aria-label={t({ zh: '提醒设置', en: 'Alert settings' })}
          title={t({ zh: '提醒设置', en: 'Alert settings' })}
          icon={<BellOutlined aria-hidden />}
        />
      </Popover>
    </div>
  );
}
