import { text } from '@trade-assistant/contract/kit/field.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { CallError } from '../client/call-error.ts';
import type { Submit } from '../form/use-form-attempt.ts';
import { FormSteps } from './form-steps.tsx';

const steps = [
  {
    title: { zh: '名称', en: 'Name' },
    fields: { title: text({ label: { zh: '标题', en: 'Title' }, required: true, max: 40 }) },
  },
  { title: { zh: '说明', en: 'Words' }, fields: { remark: text({ label: { zh: '备注', en: 'Remark' }, max: 40 }) } },
];
const Form = ({ onSubmit = () => Promise.resolve() }: { onSubmit?: Submit }) => (
  <FormSteps
    title="Form"
    steps={steps}
    submitText="Send"
    keptAs={{ name: 'test', subject: 'one' }}
    onSubmit={onSubmit}
    onClose={() => undefined}
  />
);
const box = (name: string) => page.getByLabelText(name, { exact: true });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));

test('each step is checked before the next, and all of them are sent at the end', async () => {
  const onSubmit = vi.fn<Submit>(() => Promise.resolve());
  await show(<Form onSubmit={onSubmit} />, { locale: 'en' });
  await press('Next');
  await expect.element(page.getByText('Please enter: Title')).toBeVisible();
  await userEvent.fill(box('Title'), 'Anna');
  await userEvent.keyboard('{Enter}');
  await userEvent.fill(box('Remark'), 'hello');
  await press('Back');
  await expect.element(box('Title')).toHaveValue('Anna');
  await press('Next');
  await expect.element(box('Remark')).toHaveValue('hello');
  await press('Send');
  await expect.poll(() => onSubmit.mock.calls[0]).toEqual([{ title: 'Anna', remark: 'hello' }, expect.any(String)]);
});

test('a refusal is shown on the step of its field', async () => {
  const refusal = new CallError('refused', 'answer', { code: 400, data: { fields: { title: 'taken already' } } });
  await show(<Form onSubmit={() => Promise.reject(refusal)} />, { locale: 'en' });
  await userEvent.fill(box('Title'), 'Anna');
  await press('Next');
  await press('Send');
  await expect.element(page.getByText('taken already')).toBeVisible();
  await expect.element(box('Title')).toBeVisible();
});

test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
  await show(<Form />, look);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await barriers()).toEqual([]);
});
