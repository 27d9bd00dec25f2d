import type { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../../testing/answers.ts';
import { barriers } from '../../../testing/barriers.ts';
import { looks } from '../../../testing/looks.ts';
import { show } from '../../../testing/show.tsx';
import TestMessageDialog from './test-message-dialog.tsx';

const row = { id: '7', providerName: 'Notices', protocol: 4 } as WireRowOf<typeof provider>;
const LINK = 'https://t.me/example_bot?start=1-htk0j-b553c04d04acfb577a8f723b2eb4a00c';
const unlinked = { succeeded: false, millis: 0, problem: null, link: LINK };
const outcomes = [
  unlinked,
  { succeeded: true, millis: 80, problem: null, link: null },
  { succeeded: false, millis: 80, problem: '401 Unauthorized', link: null },
];

test.each(looks)(
  'a test message of a bot shows the link first, then its outcome, in $theme and $locale',
  async (look) => {
    const sent: unknown[] = [];
    answer({ 'provider/provider/test-message': () => outcomes[sent.push(1) - 1] });
    await show(<TestMessageDialog row={row} onClose={() => undefined} />, look);
    const isEnglish = look.locale === 'en';
    const press = (name: string) => userEvent.click(page.getByRole('button', { name }));
    await press(isEnglish ? 'Send the test' : '发送测试');
    const link = page.getByRole('link', { name: 'https://t.me/example_bot' });
    await expect.element(link).toHaveAttribute('href', LINK);
    expect(await barriers()).toEqual([]);
    await press(isEnglish ? 'Send again' : '再次发送');
    await expect.element(page.getByText(isEnglish ? /Sent in 80 ms/ : /已发送/)).toBeVisible();
    await press(isEnglish ? 'Send again' : '再次发送');
    await expect.element(page.getByText(/401 Unauthorized/)).toBeVisible();
  },
);
