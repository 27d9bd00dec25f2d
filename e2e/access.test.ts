import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { storeTheme } from './support/theme.ts';

type Axe = typeof axe;

const visit = setUpJourney();

const say = {
  zh: { palette: '命令面板', keys: '键盘快捷键', bell: /^消息/, errors: /^错误日志/, lock: '设置锁屏密码' },
  en: {
    palette: 'Command palette',
    keys: 'Keyboard shortcuts',
    bell: /^Messages/,
    errors: /^Error log/,
    lock: 'Set a lock password',
  },
} as const;

/** The shell's own pages, with one list for the features all lists share. */
const ADDRESSES = [
  '/wel/index',
  '/wel/dashboard',
  '/info/index',
  '/desk/message/index',
  '/desk/task/index',
  '/desk/notice/index',
  '/user/country/index',
  '/user/country/index?new=1',
  '/dict-horizontal/index',
  '/dict-vertical/index',
  '/test/index',
  '/403',
  '/404',
  '/500',
] as const;

// Each theme and each language once: component tests check every part in all four pairings.
describe.each([
  ['default', 'zh'],
  ['dark', 'en'],
] as const)('in the %s theme, in %s', (theme, locale) => {
  it('nothing keeps people out of the login page and the shell', async () => {
    const who = await openStaff(
      visit.product.db,
      'administrator',
      `Ada ${theme} ${locale}`,
      `access_${theme}_${locale}`,
    );
    await storeTheme(visit.product.db, who.account, { theme, locale });
    const person = await visit.person();
    // The first lock is refused without a lock password, which is then asked for.
    person.expectProblems(/status of (400|423)/);
    await person.goTo('/login');
    if (theme === 'dark') {
      await person.press('主题');
      await person.page.getByRole('radio', { name: '暗色' }).check();
      await person.page.keyboard.press('Escape');
    }
    if (locale === 'en') await person.press('语言: EN (English)');
    expect(await barriers(person), 'login').toEqual([]);

    await person.enter(who, locale);
    await person.page.waitForURL('**/wel/index');
    const found: Record<string, string[]> = {};
    for (const address of ADDRESSES) {
      await person.moveTo(address);
      await person.page.getByRole('heading').filter({ visible: true }).first().waitFor();
      found[address] = await barriers(person);
    }
    expect(Object.entries(found).filter(([, barred]) => barred.length > 0)).toEqual([]);

    await person.moveTo('/wel/index');
    await person.page.getByRole('heading', { level: 1 }).waitFor();
    await person.page.keyboard.press('Control+k');
    const palette = person.page.getByRole('dialog', { name: say[locale].palette });
    await palette.waitFor();
    expect(await barriers(person), 'palette').toEqual([]);
    await person.page.keyboard.press('Escape');
    // Until it is hidden, its input takes the next key.
    await palette.waitFor({ state: 'hidden' });
    await person.page.keyboard.press('?');
    await person.page.getByRole('dialog', { name: say[locale].keys }).waitFor();
    expect(await barriers(person), 'keys').toEqual([]);
    await person.page.keyboard.press('Escape');
    await person.page.getByRole('button', { name: say[locale].bell }).click();
    await person.page.locator(':popover-open').getByRole('button').first().waitFor();
    expect(await barriers(person), 'bell').toEqual([]);
    await person.page.keyboard.press('Escape');
    await person.page.getByRole('button', { name: say[locale].errors }).click();
    await person.drawer.getByRole('table').waitFor();
    expect(await barriers(person), 'error log').toEqual([]);
    await person.page.keyboard.press('Escape');
    await person.page.keyboard.press('Alt+KeyL');
    const dialog = person.page.getByRole('dialog', { name: say[locale].lock });
    await dialog.getByRole('textbox').first().fill('tea break');
    await dialog.getByRole('textbox').last().fill('tea break');
    expect(await barriers(person), 'lock password').toEqual([]);
    await dialog.getByRole('textbox').last().press('Enter');
    await person.page.waitForURL('**/lock');
    expect(await barriers(person), 'lock').toEqual([]);
  });
});

/** Returns the accessibility violations that a machine can find. */
async function barriers(person: Person): Promise<string[]> {
  await person.settled();
  if (!(await person.page.evaluate(() => 'axe' in window))) await person.page.evaluate(axe.source);
  return person.page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    // Pages behind the visible one are unreachable (`content-visibility`), which the checker cannot know.
    const { violations } = await axe.run({ exclude: ['[data-behind]'] }, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
  });
}
