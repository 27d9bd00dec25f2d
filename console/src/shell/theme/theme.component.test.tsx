import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { usePreferenceStore } from '../../kit/preferences.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { parkMouse } from '../../testing/mouse.ts';
import { show } from '../../testing/show.tsx';
import { ColourButton } from './colour-button.tsx';
import { ThemeButton } from './theme-button.tsx';

/** Sets the system's preferred scheme through the browser's protocol. */
const browser = cdp() as unknown as { send(method: string, params: object): Promise<unknown> };
const system = (scheme: 'light' | 'dark' | '') =>
  browser.send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  });
beforeEach(() => system('light'));
afterEach(() => system(''));

const scheme = () => document.documentElement.style.colorScheme;
const accent = () => document.documentElement.style.getPropertyValue('--accent');
const becomes = (wanted: string) => expect.poll(scheme).toBe(wanted);
const press = (name: string) => userEvent.click(page.getByRole('button', { name }));
const theme = (name: string) => page.getByRole('radio', { name, exact: true });
const follow = page.getByRole('checkbox', { name: '跟随系统浅色与深色' });
const kept = () => usePreferenceStore.getState().values;

async function open(look?: Parameters<typeof show>[1]) {
  await parkMouse();
  await show(
    <>
      <ThemeButton />
      <ColourButton />
    </>,
    look,
  );
}

describe('the theme', () => {
  test('is chosen from eleven, applied at once, and kept', async () => {
    await open();
    await press('主题');
    expect(page.getByRole('radio').elements()).toHaveLength(11);
    await expect.element(theme('默认')).toBeChecked();
    await userEvent.click(theme('暗色'), { force: true });
    await becomes('dark');
    expect(kept()['theme']).toBe('dark');
  });

  test('follows the system when asked to, until one of the other kind is chosen', async () => {
    await open();
    await press('主题');
    await userEvent.click(theme('白色'), { force: true });
    await userEvent.click(follow);
    expect(scheme()).toBe('light');
    await system('dark');
    await becomes('dark');
    await system('light');
    await becomes('light');
    await expect.element(theme('白色')).toBeChecked();
    // A theme that suits the time of day continues to follow the system.
    await userEvent.click(theme('默认'), { force: true });
    await expect.element(follow).toBeChecked();
    await system('dark');
    await becomes('dark');
    await userEvent.click(theme('白色'), { force: true });
    await becomes('light');
    await expect.element(follow).not.toBeChecked();
  });

  test('stays as it is when the following ends', async () => {
    await system('dark');
    await open();
    await press('主题');
    await userEvent.click(follow);
    await becomes('dark');
    await userEvent.click(follow);
    await system('light');
    await expect.element(theme('暗色')).toBeChecked();
    expect(scheme()).toBe('dark');
  });
});

describe('the colour', () => {
  test('accepts any colour, in a readable shade, and shows a note', async () => {
    await open();
    const before = accent();
    await press('主题色');
    await userEvent.fill(page.getByLabelText('自定义颜色'), '#ffff00');
    await expect.element(page.getByText(/按钮与链接使用相近的 #/)).toBeVisible();
    expect([before, '#ffff00']).not.toContain(accent());
    expect(kept()['accent']).toBe('#ffff00');
    await press('恢复默认');
    await expect.poll(accent).toBe(before);
    expect(kept()).not.toHaveProperty('accent');
    await expect.element(page.getByRole('button', { name: '恢复默认' })).not.toBeInTheDocument();
  });

  test('offers suggestions that apply with one press', async () => {
    await open();
    await press('主题色');
    await userEvent.click(page.getByRole('radio', { name: '#6a5cff' }), { force: true });
    await expect.poll(accent).toBe('#6a5cff');
  });

  test('is set by a theme with its own accent', async () => {
    await open();
    await press('主题');
    await userEvent.click(theme('VIP'), { force: true });
    await userEvent.keyboard('{Escape}');
    await press('主题色');
    expect(page.getByRole('radio').elements()).toEqual([]);
  });
});

test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
  const [themes, colours] = look.locale === 'zh' ? ['主题', '主题色'] : ['Theme', 'Accent colour'];
  await open(look);
  await press(themes);
  await expect.element(page.getByRole('radiogroup')).toBeVisible();
  expect(await barriers(), 'themes').toEqual([]);
  await userEvent.keyboard('{Escape}');
  await press(colours);
  await expect.element(page.getByRole('radiogroup')).toBeVisible();
  expect(await barriers(), 'colours').toEqual([]);
});
