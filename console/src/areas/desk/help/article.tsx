import { instruction } from '@trade-assistant/contract/areas/app-manage/instruction.ts';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { LoadedMessage } from '../../../features/messages/reading.tsx';
import { picturesOf } from '../../../features/rich-texts/pictures-of.ts';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { useKeys } from '../../../kit/keys.ts';
import { RichTextView } from '../../../kit/rich-text/rich-text-view.tsx';
import styles from './help.module.css';

const pictures = picturesOf(instruction);

interface Props {
  readonly id: string;
  /** The search to return to. */
  readonly back: Readonly<Record<string, string>>;
}

/** One help article, with links to the screens it explains; opening it counts as a view. */
export function Article({ id, back }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const address = `/desk/help/index?${new URLSearchParams(back)}`;
  const { data, error, refetch } = useCall(instruction, 'article', { id });
  const isShown = data !== undefined;
  useEffect(() => {
    if (isShown) call(instruction, 'view', { id }).catch(() => undefined);
  }, [id, isShown]);
  useKeys({ escape: () => void navigate(address) });
  return (
    <>
      <p>
        <Link to={address}>← {t({ zh: '全部说明', en: 'All articles' })}</Link>
      </p>
      <LoadedMessage isPending={!data} error={error} onRetry={() => void refetch()}>
        {data && (
          <article className={styles.article}>
            <header className="kit-title">
              <h1>{data.title}</h1>
              <span className="kit-weak">
                {t({ zh: '更新于', en: 'Updated' })} <TimeValue wire={data.updateTime} />
              </span>
            </header>
            <RichTextView html={data.content} pictures={pictures} />
            {data.videoUrl && (
              <p>
                <a href={data.videoUrl} target="_blank" rel="noopener noreferrer">
                  {t({ zh: '观看视频', en: 'Watch the video' })}
                </a>
              </p>
            )}
            {data.links.length > 0 && (
              <p>
                {t({ zh: '相关页面：', en: 'Screens: ' })}
                {data.links.map(({ screen, title }) => (
                  <Link key={screen} to={`/${screen}/index`} className={styles.screen}>
                    {title}
                  </Link>
                ))}
              </p>
            )}
          </article>
        )}
      </LoadedMessage>
    </>
  );
}
