import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import { call } from '../../../kit/client/call.ts';
import { useText } from '../../../kit/i18n.ts';
import { TrialDialog } from '../../../kit/parts/trial-dialog.tsx';

/** Sends a test message of a bot to the operator's own chat; the first time it shows the link that starts the bot. */
export default function TestMessageDialog({ row, onClose }: { row: WireRowOf<typeof provider>; onClose: () => void }) {
  const t = useText();
  return (
    <TrialDialog
      title={`${t({ zh: '给自己发测试消息', en: 'Test message to me' })} · ${row.providerName}`}
      labels={[t({ zh: '发送测试', en: 'Send the test' }), t({ zh: '再次发送', en: 'Send again' })]}
      intro={t({
        zh: '机器人向您自己的聊天发送一条固定的测试文字，不含客户数据，不收费。',
        en: 'The bot sends a fixed text to your own chat. It contains no data of customers and costs nothing.',
      })}
      run={(idempotencyKey) => call(provider, 'test-message', { id: row.id }, { idempotencyKey })}
      outcome={({ succeeded, millis, problem, link }) =>
        link === null ? (
          <Alert
            type={succeeded ? 'success' : 'error'}
            showIcon
            title={
              succeeded
                ? t(
                    { zh: '已发送，请在 Telegram 中查看（{n} 毫秒）', en: 'Sent in {n} ms; look at your Telegram' },
                    { n: String(millis) },
                  )
                : t({ zh: '未发送：{problem}', en: 'Not sent: {problem}' }, { problem: problem ?? '' })
            }
          />
        ) : (
          <Alert
            type="info"
            showIcon
            title={t({ zh: '机器人还不知道您的聊天', en: 'The bot does not know your chat yet' })}
            description={
              <>
                {t({
                  zh: '在 15 分钟内用您自己的 Telegram 打开此链接并点“开始”，然后在这里再次发送：',
                  en: 'Open this link in your own Telegram within 15 minutes, press Start, and send again here:',
                })}
                <p>
                  <a href={link} target="_blank" rel="noreferrer">
                    {link.split('?')[0]}
                  </a>
                </p>
                <p className="kit-weak">
                  {t({
                    zh: '点了“开始”仍无反应，请检查“渠道”页中 Telegram 的 Webhook 状态。',
                    en: 'If nothing changes after that, look at the webhook in the tab Channel.',
                  })}
                </p>
              </>
            }
          />
        )
      }
      onClose={onClose}
    />
  );
}
