import Drawer from 'antd/es/drawer';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../testing/barriers.ts';
import { looks } from '../testing/looks.ts';
import { show } from '../testing/show.tsx';
import { CallError, failedCall } from './client/call-error.ts';
import { confirm, showError, showProgress, showSuccess, showWarning } from './feedback.tsx';
import { useKeys } from './keys.ts';
import { PageVisibility } from './page-visibility.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const says = (words: string) => expect.element(page.getByText(words)).toBeVisible();
const saysNothing = () => expect.poll(() => document.querySelectorAll('.ant-message-notice').length).toBe(0);

function Keys({ keys, place }: { keys: Parameters<typeof useKeys>[0]; place: 'page' | 'drawer' }) {
  useKeys(keys, place);
  return null;
}

const pressed: string[] = [];
const note = (what: string) => () => void pressed.push(what);

function Screen({ dialog = false, sight = { isShown: true } }: { dialog?: boolean; sight?: { isShown: boolean } }) {
  const [text, setText] = useState('');
  return (
    <PageVisibility value={sight}>
      <Keys place="page" keys={{ n: note('page n'), '/': note('page /'), x: undefined }} />
      <Keys place="drawer" keys={{ e: note('drawer e') }} />
      <input aria-label="box" value={text} onChange={({ target }) => setText(target.value)} />
      <div role="menu" tabIndex={0} aria-label="menu" />
      {dialog && (
        <Drawer open title="drawer">
          drawer
        </Drawer>
      )}
    </PageVisibility>
  );
}

describe('a question', () => {
  const question = page.getByRole('dialog', { name: 'Sure?' });

  /** Opens a question with its button; `answers` has the replies. */
  async function ask(words: Partial<Parameters<typeof confirm>[0]> = {}, look?: Parameters<typeof show>[1]) {
    const answers: boolean[] = [];
    await show(
      <button type="button" onClick={() => void confirm({ title: 'Sure?', ...words }).then((yes) => answers.push(yes))}>
        ask
      </button>,
      look,
    );
    await userEvent.click(button('ask'));
    await expect.element(question).toBeVisible();
    return answers;
  }
  const isGone = () => expect.element(question).not.toBeInTheDocument();

  test('is answered by its two buttons', async () => {
    const answers = await ask({ content: 'This cannot be undone.' });
    await says('This cannot be undone.');
    await userEvent.click(button('确定'));
    await expect.poll(() => answers).toEqual([true]);
    await isGone();
    await userEvent.click(button('ask'));
    await userEvent.click(button('取消'));
    await expect.poll(() => answers).toEqual([true, false]);
  });

  test('has the keyboard on yes, and gives it back', async () => {
    const answers = await ask({ okText: 'Delete' });
    await expect.element(button('Delete')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => answers).toEqual([true]);
    await isGone();
    await expect.element(button('ask')).toHaveFocus();
  });

  test('means no by Esc, and by a press beside it', async () => {
    const answers = await ask();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => answers).toEqual([false]);
    await isGone();
    await userEvent.click(button('ask'));
    await expect.element(question).toBeVisible();
    await userEvent.click(page.elementLocator(document.querySelector('.ant-modal-wrap') as Element), {
      position: { x: 5, y: 5 },
    });
    await expect.poll(() => answers).toEqual([false, false]);
  });

  test.each(looks)('has no accessibility violations: $theme, $locale', async (look) => {
    await ask({ content: 'This cannot be undone.', isDangerous: true, okText: 'Delete' }, look);
    expect(await barriers()).toEqual([]);
  });
});

describe('a message', () => {
  test('reports the result in the current language', async () => {
    await show(<p>page</p>, { locale: 'en' });
    showSuccess({ zh: '好', en: 'Fine' });
    showWarning('Careful');
    await says('Fine');
    await says('Careful');
  });

  test('is not stacked: the same again replaces itself', async () => {
    await show(<p>page</p>);
    for (let turn = 0; turn < 3; turn += 1) showError(new Error('broken'));
    await says('broken');
    expect(document.querySelectorAll('.ant-message-notice')).toHaveLength(1);
  });

  test('is not shown for silent errors', async () => {
    await show(<p>page</p>);
    showError(failedCall('aborted'));
    showError(new CallError('signed out', 'answer', { code: 401 }));
    showError(new CallError('locked', 'answer', { code: 423 }));
    showError(new CallError('loud', 'answer', { code: 403 }));
    await says('loud');
    expect(document.querySelectorAll('.ant-message-notice')).toHaveLength(1);
  });

  test('offers a retry where that may help, and closes when it is used', async () => {
    const again = vi.fn();
    await show(<p>page</p>);
    showError(failedCall('network'), again);
    await userEvent.click(button('重试'));
    expect(again).toHaveBeenCalledTimes(1);
    await saysNothing();
    showError(new CallError('refused', 'answer', { code: 400 }), again);
    await says('refused');
    expect(page.getByRole('button').elements()).toEqual([]);
  });

  test('of a running task shows its progress and its result', async () => {
    await show(<p>page</p>);
    const progress = showProgress('1 of 3');
    await says('1 of 3');
    progress.update('2 of 3');
    await says('2 of 3');
    progress.done({ zh: '完成', en: 'Done' });
    await says('完成');
    expect(document.querySelectorAll('.ant-message-notice')).toHaveLength(1);
    progress.close();
    await saysNothing();
  });
});

describe('a key of a screen', () => {
  const press = async (keys: string) => {
    pressed.length = 0;
    await userEvent.keyboard(keys);
    return pressed.join();
  };

  test('runs its shortcuts, in upper and lower case, and no others', async () => {
    await show(<Screen />);
    expect(await press('n')).toBe('page n');
    expect(await press('N')).toBe('page n');
    expect(await press('/e')).toBe('page /,drawer e');
    expect(await press('xq')).toBe('');
  });

  test('rests with Ctrl, Alt and Meta, while something is typed, and in a menu', async () => {
    await show(<Screen />);
    for (const held of ['Control', 'Alt', 'Meta']) expect(await press(`{${held}>}n{/${held}}`), held).toBe('');
    await userEvent.click(page.getByLabelText('box'));
    expect(await press('n')).toBe('');
    await expect.element(page.getByLabelText('box')).toHaveValue('n');
    (page.getByRole('menu').element() as HTMLElement).focus();
    expect(await press('n')).toBe('');
  });

  test('pauses while a panel is open, whose own keys work', async () => {
    await show(<Screen dialog />);
    expect(await press('ne')).toBe('drawer e');
  });

  test('pauses all of them below a question', async () => {
    await show(<Screen />);
    void confirm({ title: 'Sure?' });
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(await press('ne')).toBe('');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(await press('ne')).toBe('page n,drawer e');
  });

  test('rests while its tab is behind another', async () => {
    await show(<Screen sight={{ isShown: false }} />);
    expect(await press('n')).toBe('');
  });
});
