import Button from 'antd/es/button';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { parkMouse } from '../../testing/mouse.ts';
import { show } from '../../testing/show.tsx';
import { CallError } from '../client/call-error.ts';
import { FormDraftContext, formDraft } from '../form/draft.ts';
import { keptPlace } from '../persisted-state.ts';
import { DropButton } from './drop-button.tsx';
import { Figures } from './figures.tsx';
import { CancelButton, SidePanel } from './side-panel.tsx';
import { SwitchCell } from './switch-cell.tsx';
import { Timeline } from './timeline.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** A row whose switch calls a server; the test decides when it answers. */
function Row({ ask, isAllowed = true }: { ask: (isOn: boolean) => Promise<unknown>; isAllowed?: boolean }) {
  const [isOn, setOn] = useState(true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: represents a row that opens
    <div onClick={() => document.body.setAttribute('data-opened', '')}>
      <SwitchCell
        label="on sale"
        isOn={isOn}
        isAllowed={isAllowed}
        onSwitch={async (wanted) => {
          await ask(wanted);
          setOn(wanted);
        }}
      />
    </div>
  );
}

/** A page with a button that opens a panel, and a form in it where something may have been typed. */
function Page() {
  const [isOpen, setOpen] = useState(false);
  const [draft] = useState(() => formDraft(keptPlace('/test'), 'panel', 'it'));
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen && (
        <FormDraftContext value={draft}>
          <SidePanel
            title="Panel"
            width={480}
            onClose={() => setOpen(false)}
            footer={
              <>
                <CancelButton />
                <Button type="primary">save</Button>
              </>
            }
          >
            <button type="button" onClick={() => draft.merge({ name: 'typed' })}>
              type
            </button>
          </SidePanel>
        </FormDraftContext>
      )}
    </>
  );
}

describe('a switch of a row', () => {
  const onSale = page.getByRole('switch', { name: 'on sale' });

  const server = () => {
    const ways: { resolve: (value?: unknown) => void; reject: (error: Error) => void }[] = [];
    const ask = vi.fn(() => new Promise<unknown>((resolve, reject) => ways.push({ resolve, reject })));
    return { ask, last: () => ways.at(-1) ?? expect.unreachable() };
  };

  test('moves at once, and stays when the server accepts', async () => {
    const { ask, last } = server();
    await show(<Row ask={ask} />);
    await userEvent.click(onSale);
    await expect.element(onSale).toHaveAttribute('aria-checked', 'false');
    await expect.element(onSale).toHaveAttribute('aria-busy', 'true');
    last().resolve();
    await expect.element(onSale).not.toHaveAttribute('aria-busy');
    await expect.element(onSale).toHaveAttribute('aria-checked', 'false');
    // The click did not reach the row behind it.
    expect(document.body.hasAttribute('data-opened')).toBe(false);
  });

  test('moves back when the server refuses, and shows the reason', async () => {
    const { ask, last } = server();
    await show(<Row ask={ask} />);
    await userEvent.click(onSale);
    await expect.element(onSale).toHaveAttribute('aria-checked', 'false');
    last().reject(new CallError('later, please', 'answer', { code: 400 }));
    await expect.element(page.getByText('later, please')).toBeVisible();
    await expect.element(onSale).toHaveAttribute('aria-checked', 'true');
    expect(ask).toHaveBeenCalledExactlyOnceWith(false);
  });

  test('offers another try where that may help', async () => {
    const { ask, last } = server();
    await show(<Row ask={ask} />);
    await userEvent.click(onSale);
    last().reject(new CallError('no connection', 'network'));
    await userEvent.click(button('重试'));
    expect(ask.mock.calls).toEqual([[false], [false]]);
    await expect.element(onSale).toHaveAttribute('aria-checked', 'false');
    last().resolve();
    await expect.element(onSale).not.toHaveAttribute('aria-busy');
    await expect.element(onSale).toHaveAttribute('aria-checked', 'false');
  });

  test('ignores a second press while the first is running, and works with the keyboard', async () => {
    const { ask, last } = server();
    await show(<Row ask={ask} />);
    await userEvent.tab();
    await userEvent.keyboard(' {Enter} ');
    expect(ask).toHaveBeenCalledExactlyOnceWith(false);
    last().resolve();
    await expect.element(onSale).not.toHaveAttribute('aria-busy');
    await userEvent.keyboard('{Enter}');
    expect(ask).toHaveBeenLastCalledWith(true);
    last().resolve();
  });

  test('cannot be switched without the permission', async () => {
    await show(<Row ask={server().ask} isAllowed={false} />);
    await expect.element(onSale).toBeDisabled();
  });
});

describe('a button that opens a menu', () => {
  const item = (name: string) => page.getByRole('menuitem', { name });

  async function open() {
    const onClick = vi.fn();
    await show(
      <DropButton
        menu={{
          items: [
            { key: 'a', label: 'Anna' },
            { key: 'b', label: 'Berta' },
          ],
          onClick: ({ key }) => onClick(key),
        }}
        button={(props) => (
          <button type="button" {...props}>
            more
          </button>
        )}
      />,
    );
    return onClick;
  }

  test('has nothing below it until it is pressed, and closes with a choice', async () => {
    const onClick = await open();
    expect(document.querySelector('.ant-dropdown')).toBeNull();
    await expect.element(button('more')).toHaveAttribute('aria-haspopup', 'menu');
    await expect.element(button('more')).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button('more'));
    await expect.element(button('more')).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(item('Berta'));
    expect(onClick).toHaveBeenCalledExactlyOnceWith('b');
    await expect.element(button('more')).toHaveAttribute('aria-expanded', 'false');
  });

  test('is worked by the keyboard, and has it again after Esc', async () => {
    await parkMouse();
    const onClick = await open();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect.element(item('Anna')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(item('Berta')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onClick.mock.calls).toEqual([['b']]);
    // The Enter that chose it is not one for the button.
    await expect.element(button('more')).toHaveFocus();
    await expect.element(button('more')).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{Enter}');
    await expect.element(item('Anna')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('more')).toHaveAttribute('aria-expanded', 'false');
    await expect.element(button('more')).toHaveFocus();
  });

  test('closes when one presses beside it', async () => {
    await open();
    await userEvent.click(button('more'));
    await expect.element(item('Anna')).toBeVisible();
    document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    await expect.element(button('more')).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('a panel at the side', () => {
  const panel = page.getByRole('dialog', { name: 'Panel' });

  const open = async () => {
    await show(<Page />);
    await userEvent.click(button('open'));
    await expect.element(panel).toBeVisible();
  };
  const asks = () => expect.element(page.getByText('有未保存的修改')).toBeVisible();
  const asksNothing = () => expect.element(page.getByText('有未保存的修改')).not.toBeInTheDocument();
  const isGone = () => expect.element(panel).not.toBeInTheDocument();

  test.each([
    ['Esc', () => userEvent.keyboard('{Escape}')],
    ['its cross', () => userEvent.click(page.getByRole('button', { name: /关闭|Close/ }))],
    ['its button', () => userEvent.click(button('取消'))],
  ])('closes by %s, and the keyboard goes back to what opened it', async (_way, close) => {
    await open();
    await close();
    await isGone();
    await expect.element(button('open')).toHaveFocus();
  });

  test.each([
    ['Esc', () => userEvent.keyboard('{Escape}')],
    ['its cross', () => userEvent.click(page.getByRole('button', { name: /关闭|Close/ }))],
    ['its button', () => userEvent.click(button('取消'))],
  ])('asks before %s closes it over something typed', async (_way, close) => {
    await open();
    await userEvent.click(button('type'));
    await close();
    await asks();
    await userEvent.click(button('继续编辑'));
    await asksNothing();
    await expect.element(button('save')).toBeVisible();
    await close();
    await userEvent.click(button('放弃修改'));
    await isGone();
  });

  test('cancels the question with a second Esc', async () => {
    await open();
    await userEvent.click(button('type'));
    await userEvent.keyboard('{Escape}');
    await asks();
    await expect.element(button('继续编辑')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await asksNothing();
    await expect.element(panel).toBeVisible();
  });
});

test('shows events in their order, and leaves out those that did not happen', async () => {
  await show(
    <Timeline
      steps={[
        { label: { zh: '售出', en: 'Sold' }, time: '2026-02-01 00:00:00', note: 'to Anna' },
        { label: { zh: '退回', en: 'Returned' }, time: null },
        { label: { zh: '入库', en: 'Stocked' }, time: '2026-01-01 00:00:00', tone: 'good' },
      ]}
    />,
    { locale: 'en' },
  );
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Stocked2026-01-01 00:00:00', 'Sold2026-02-01 00:00:00to Anna']);
});

test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
  await show(
    <div className="kit-page">
      <SwitchCell label="on" isOn onSwitch={() => Promise.resolve()} />
      <SwitchCell label="off" isOn={false} onSwitch={() => Promise.resolve()} />
      <SwitchCell label="never" isOn={false} isAllowed={false} onSwitch={() => Promise.resolve()} />
      <Figures
        items={[
          { label: { zh: '号码', en: 'Numbers' }, value: '12', note: 'of 20', to: '/there' },
          { label: { zh: '损失', en: 'Losses' }, value: '-3', tone: 'bad' },
          { label: { zh: '未知', en: 'Unknown' }, value: undefined },
        ]}
      />
      <Timeline steps={[{ label: { zh: '入库', en: 'Stocked' }, time: '2026-01-01 00:00:00', note: 'x' }]} />
      <DropButton
        menu={{ items: [{ key: 'a', label: 'Anna' }] }}
        button={(props) => (
          <button type="button" {...props}>
            more
          </button>
        )}
      />
    </div>,
    look,
  );
  await userEvent.click(button('more'));
  await expect.element(page.getByRole('menuitem', { name: 'Anna' })).toBeVisible();
  expect(await barriers()).toEqual([]);
});
