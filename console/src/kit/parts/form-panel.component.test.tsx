import { images, text } from '@trade-assistant/contract/kit/field.ts';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { takeUploads } from '../../testing/uploads.ts';
import { CallError } from '../client/call-error.ts';
import { STAY_OPEN, type Submit } from '../form/use-form-attempt.ts';
import { FormDialog } from './form-dialog.tsx';
import { FormPanel } from './form-panel.tsx';

const fields = {
  title: text({ label: { zh: '标题', en: 'Title' }, required: true, max: 40 }),
  remark: text({ label: { zh: '备注', en: 'Remark' }, max: 40 }),
};
const frames = [
  ['panel', FormPanel],
  ['dialog', FormDialog],
] as const;

function Page({ frame: Frame, onSubmit }: { frame: typeof FormPanel | typeof FormDialog; onSubmit: Submit }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen && (
        <Frame
          title="Form"
          submitText="Send"
          fields={fields}
          keptAs={{ name: 'test', subject: 'one' }}
          onSubmit={onSubmit}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const dialog = page.getByRole('dialog', { name: 'Form' });
const titleInput = dialog.getByLabelText('Title');
const send = () => userEvent.click(dialog.getByRole('button', { name: 'Send' }));

test('a form waits for its uploads, and stays open when one fails', async () => {
  const sent = takeUploads();
  const onSubmit = vi.fn<Submit>(async () => STAY_OPEN);
  const upload = { resource: 'sea/ship', call: 'put-picture', kinds: ['png'], maxBytes: 1000 };
  const photos = { photos: images({ label: { zh: '照片', en: 'Photos' }, count: 3, upload }) };
  await show(<FormPanel title="Form" submitText="Send" fields={photos} onSubmit={onSubmit} onClose={() => {}} />, {
    locale: 'en',
  });
  const add = (name: string) =>
    userEvent.upload(dialog.getByLabelText('Photos').first(), [new File(['x'], name, { type: 'image/png' })]);
  await add('a.png');
  await send();
  await expect.poll(() => sent.length).toBe(1);
  expect(onSubmit).not.toHaveBeenCalled();
  sent[0]?.answer(200, { code: 200, success: true, data: { link: '/a' }, msg: '' });
  await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({ photos: ['/a'] });

  await add('b.png');
  await send();
  await expect.poll(() => sent.length).toBe(2);
  sent[1]?.breakOff();
  await expect.element(dialog.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Send' })).toBeEnabled();
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test.each(frames)('a form %s is sent once, without empty values, and closes', async (_name, frame) => {
  let answer = () => {};
  const onSubmit = vi.fn<Submit>(() => new Promise<void>((resolve) => (answer = resolve)));
  await show(<Page frame={frame} onSubmit={onSubmit} />, { locale: 'en' });
  await userEvent.fill(titleInput, ' Anna ');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
  expect(onSubmit.mock.calls[0]).toEqual([{ title: 'Anna' }, expect.any(String)]);
  answer();
  await expect.element(dialog).not.toBeInTheDocument();
  // Nothing of the sent form is left.
  await userEvent.click(page.getByRole('button', { name: 'open' }));
  await expect.element(titleInput).toHaveValue('');
});

test.each(frames)('a form %s shows a refusal at its field and stays', async (_name, frame) => {
  const refusal = new CallError('refused', 'answer', { code: 400, data: { fields: { title: 'taken already' } } });
  await show(<Page frame={frame} onSubmit={() => Promise.reject(refusal)} />, { locale: 'en' });
  await send();
  await expect.element(dialog.getByText('Please enter: Title')).toBeVisible();
  await userEvent.fill(titleInput, 'Anna');
  await send();
  await expect.element(dialog.getByText('taken already')).toBeVisible();
});

test.each(frames)('a form %s stays open after a trial, and asks before it discards the draft', async (_name, frame) => {
  const onSubmit = vi.fn<Submit>(() => Promise.resolve(STAY_OPEN));
  await show(<Page frame={frame} onSubmit={onSubmit} />, { locale: 'en' });
  await userEvent.fill(titleInput, 'Anna');
  await send();
  await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.element(dialog.getByText('There are unsaved changes')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }));
  await expect.element(titleInput).toHaveValue('Anna');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  await expect.element(dialog).not.toBeInTheDocument();
});

test.each(looks)('nothing keeps people out of a form: $theme, $locale', async (look) => {
  for (const [, frame] of frames) {
    await show(<Page frame={frame} onSubmit={() => Promise.resolve()} />, look);
    await expect.element(dialog).toBeVisible();
    expect(await barriers()).toEqual([]);
  }
});
