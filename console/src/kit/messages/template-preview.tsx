import { EnvironmentOutlined, FileTextOutlined, PictureOutlined, VideoCameraOutlined } from '@ant-design/icons';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import {
  fillTemplate,
  type TemplateComponents,
  type TemplateValues,
  templateParameters,
} from '@trade-assistant/contract/template.ts';
import type { ReactNode } from 'react';
import { useText } from '../i18n.ts';
import { MessageText } from './message-text.tsx';
import styles from './template-preview.module.css';

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'dv', 'fa', 'he', 'iw', 'prs', 'ps', 'sd', 'ug', 'ur', 'yi']);

interface TemplatePreviewProps {
  /** Parts of the template, as the Business API describes them. */
  readonly components: TemplateComponents;
  /** `en_US`, `ar`. */
  readonly language: string;
  /** Values of its parameters by key; by default the samples that it was approved with. */
  readonly values?: TemplateValues | undefined;
}

/** A WhatsApp template as its recipient sees it. Media are placeholders: nothing is fetched from foreign hosts. */
export function TemplatePreview({ components, language, values }: TemplatePreviewProps) {
  const t = useText();
  const filled = fillTemplate(components, values ?? samplesOf(components));
  const { header, body, footer, buttons } = filled;
  const tongue = language.replace('_', '-');
  return (
    <figure
      className={styles.preview}
      aria-label={t({ zh: '模板预览', en: 'Preview of the template' })}
      lang={tongue}
      dir={RIGHT_TO_LEFT.has(tongue.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'}
    >
      <div className={styles.message}>
        {header &&
          (header.kind === 'text' ? (
            <p className={styles.header}>
              <MessageText text={header.text} />
            </p>
          ) : (
            <p className={styles.media}>
              <span aria-hidden>{MEDIA[header.kind]?.icon}</span>
              <span>{t(MEDIA[header.kind]?.words ?? { zh: '附件', en: 'Attachment' })}</span>
              {header.text && <span className={styles.address}>{header.text}</span>}
            </p>
          ))}
        <p className={styles.body}>
          <MessageText text={body} />
        </p>
        {footer && <p className={styles.footer}>{footer}</p>}
      </div>
      {buttons.length > 0 && (
        <ul className={styles.buttons}>
          {buttons.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a button is its place
            <li key={index}>{text}</li>
          ))}
        </ul>
      )}
    </figure>
  );
}

const samplesOf = (components: TemplateComponents): TemplateValues =>
  Object.fromEntries(
    templateParameters(components).flatMap(({ key, sample }) => (sample === null ? [] : [[key, sample]])),
  );

const MEDIA: Readonly<Record<string, { readonly icon: ReactNode; readonly words: Text }>> = {
  image: { icon: <PictureOutlined />, words: { zh: '图片', en: 'Picture' } },
  video: { icon: <VideoCameraOutlined />, words: { zh: '视频', en: 'Video' } },
  document: { icon: <FileTextOutlined />, words: { zh: '文件', en: 'Document' } },
  location: { icon: <EnvironmentOutlined />, words: { zh: '位置', en: 'Location' } },
};
