import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import {
  bits,
  date,
  dict,
  int,
  json,
  money,
  tags,
  text,
  textarea,
  time,
  yes,
} from '@trade-assistant/contract/kit/field.ts';
import Form from 'antd/es/form';
import { useEffect, useMemo } from 'react';
import { describe, expect, type Mock, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { CallError } from '../client/call-error.ts';
import { keptPlace } from '../persisted-state.ts';
import type { ControlProps } from './control.ts';
import { FormDraftContext, formDraft } from './draft.ts';
import { FieldForm, showFieldErrors } from './field-form.tsx';
import type { NamedFields, Values } from './values.ts';

const label = (zh: string, en: string) => ({ zh, en });
const sizes = dictionary('sizes', {
  small: { value: 1, zh: '小', en: 'Small' },
  large: { value: 2, zh: '大', en: 'Large' },
  huge: { value: 4, zh: '巨', en: 'Huge' },
});
const fields = {
  name: text({ label: label('名称', 'Name'), max: 5, required: true }),
  size: dict(sizes, { label: label('大小', 'Size'), required: true }),
  cost: money({ label: label('成本', 'Cost'), help: label('含税', 'With tax') }),
  note: textarea({ label: label('备注', 'Note'), max: 9, group: label('其他', 'Other') }),
};

interface Setting {
  readonly initial?: Values;
  readonly locked?: ReadonlySet<string>;
  readonly isBusy?: boolean;
}

/** Operations of a screen on its form from outside. */
interface Handle {
  readonly onSubmit: Mock<(values: Values) => void>;
  values: () => Values;
  /** Shows the server's errors; returns whether one named a field of the form. */
  refuse: (named: Readonly<Record<string, string>>) => boolean;
}

function Host({ fields: given, setting, handle }: { fields: NamedFields; setting: Setting; handle: Handle }) {
  const [form] = Form.useForm();
  useEffect(() => {
    handle.values = () => form.getFieldsValue();
    handle.refuse = (named) => {
      const data = { fields: Object.entries(named).map(([field, message]) => ({ field, message })) };
      return showFieldErrors(form, given, new CallError('refused', 'answer', { code: 400, data }));
    };
  }, [form, given, handle]);
  return <FieldForm {...setting} form={form} fields={given} onSubmit={() => handle.onSubmit(form.getFieldsValue())} />;
}

/** Opens a form of these fields with the operations of its screen. */
async function open(given: NamedFields, setting: Setting = {}, look?: Parameters<typeof show>[1]): Promise<Handle> {
  const handle: Handle = { onSubmit: vi.fn(), values: () => ({}), refuse: () => false };
  await show(<Host fields={given} setting={setting} handle={handle} />, look);
  return handle;
}

/** A form filled from an earlier draft. */
function Kept() {
  const [form] = Form.useForm();
  const draft = useMemo(() => {
    const made = formDraft(keptPlace('/test'), 'record', 'add');
    made.merge({ name: 'typed', cost: null });
    return made;
  }, []);
  return (
    <FormDraftContext value={draft}>
      <FieldForm form={form} fields={fields} initial={{ name: 'start', cost: '5', note: 'n' }} onSubmit={vi.fn()} />
    </FormDraftContext>
  );
}

function Own({ onChange }: ControlProps<string>) {
  return (
    <button type="button" onClick={() => onChange?.('own')}>
      own
    </button>
  );
}

const box = (name: string) => page.getByLabelText(name, { exact: true });
const errors = () => [...document.querySelectorAll('.ant-form-item-explain-error')].map((error) => error.textContent);
const complain = (expected: readonly string[]) => expect.poll(errors).toEqual(expected);

describe('a form of the contract’s fields', () => {
  test.each([
    ['zh', '名称', ['请输入名称', '请选择大小']],
    ['en', 'Name', ['Please enter: Name', 'Please choose: Size']],
  ] as const)('asks for what is missing when it is sent (%s), and goes there', async (locale, name, said) => {
    const { onSubmit } = await open(fields, {}, { locale });
    await userEvent.click(box(name));
    await userEvent.keyboard('{Enter}');
    await complain(said);
    expect(onSubmit).not.toHaveBeenCalled();
    await expect.element(box(name)).toHaveFocus();
    await expect.element(box(name)).toHaveAttribute('aria-invalid', 'true');
  });

  test('is sent once by Enter', async () => {
    const { onSubmit } = await open(fields, { initial: { size: 1 } });
    await userEvent.fill(box('名称'), 'north');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => onSubmit.mock.calls)
      .toEqual([[{ name: 'north', size: 1, cost: undefined, note: undefined }]]);
  });

  test('is not sent by Enter in a text of several lines', async () => {
    const { onSubmit, values } = await open(fields, { initial: { name: 'north', size: 1 } });
    await userEvent.fill(box('备注'), 'one');
    await userEvent.keyboard('{Enter}two');
    await expect.poll(() => values()['note']).toBe('one\ntwo');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('shows a field’s error after leaving it, and removes it at the first key that corrects it', async () => {
    await open(fields);
    await userEvent.fill(box('成本'), 'x');
    await expect.element(box('成本')).toHaveValue('');
    await userEvent.click(box('名称'));
    await userEvent.click(box('备注'));
    await complain(['请输入名称']);
    await userEvent.fill(box('名称'), 'a');
    await complain([]);
  });

  test('shows the server’s errors at their fields and scrolls to the first', async () => {
    const handle = await open(fields, { initial: { name: 'north', size: 1 } });
    expect(handle.refuse({ note: '太短', name: '已存在' })).toBe(true);
    await complain(['已存在', '太短']);
    await expect.element(box('备注')).toHaveFocus();
    await userEvent.keyboard('longer');
    await complain(['已存在']);
    // Errors of other fields are shown elsewhere.
    expect(handle.refuse({ elsewhere: 'x' })).toBe(false);
  });

  test('shows its groups with headings, and the help of its fields', async () => {
    await open(fields);
    await expect.element(page.getByRole('group', { name: '其他' })).toBeVisible();
    await expect.element(page.getByRole('group', { name: '其他' }).getByRole('textbox')).toBeVisible();
    await expect.element(page.getByText('含税')).toBeVisible();
  });

  test('makes fields read-only that are set once, and all fields while it is sent', async () => {
    await open(fields, { initial: { name: 'north' }, locked: new Set(['name']) });
    await expect.element(box('名称')).toBeDisabled();
    await expect.element(box('成本')).toBeEnabled();
  });

  test('is read-only while it is sent', async () => {
    await open(fields, { isBusy: true });
    for (const name of ['名称', '大小', '成本', '备注']) await expect.element(box(name)).toBeDisabled();
  });

  test('prefers a draft over the initial values', async () => {
    await show(<Kept />);
    await expect.element(box('名称')).toHaveValue('typed');
    await expect.element(box('成本')).toHaveValue('');
    await expect.element(box('备注')).toHaveValue('n');
    await userEvent.fill(box('备注'), 'more');
    await expect
      .poll(() => formDraft(keptPlace('/test'), 'record', 'add').values())
      .toEqual({
        name: 'typed',
        cost: null,
        note: 'more',
      });
  });
});

describe('a control', () => {
  const named = label('值', 'Value');
  const value = () => box('值');
  const of = async (field: NamedFields[string], initial?: unknown) => {
    const handle = await open({ value: field }, initial === undefined ? {} : { initial: { value: initial } });
    return { is: (expected: unknown) => expect.poll(() => handle.values()['value']).toEqual(expected) };
  };

  test('of an amount accepts only amounts, and completes them after leaving', async () => {
    const { is } = await of(money({ label: named }));
    await userEvent.fill(value(), '¥ 1,234.5678901');
    await is('1234.567890');
    await userEvent.fill(value(), '-007.');
    await is('-7.');
    await userEvent.tab();
    await is('-7');
    await userEvent.fill(value(), '1.50');
    await userEvent.tab();
    await expect.element(value()).toHaveValue('1.5');
    await userEvent.fill(value(), '-');
    await userEvent.tab();
    await is(null);
  });

  test('of a whole number accepts no decimals', async () => {
    const { is } = await of(int({ label: named }), 7);
    await userEvent.fill(value(), '12.6');
    await userEvent.tab();
    await is(13);
    await userEvent.clear(value());
    await userEvent.tab();
    await is(null);
  });

  test('of yes and no is a switch, 1 and 0', async () => {
    const { is } = await of(yes({ label: named }), 0);
    await userEvent.click(page.getByRole('switch'));
    await is(1);
    await userEvent.keyboard(' ');
    await is(0);
  });

  test('of a set of bits adds up the ticked ones', async () => {
    const { is } = await of(bits(sizes, { label: named }), 5);
    await expect.element(page.getByRole('checkbox', { name: '大' })).not.toBeChecked();
    await userEvent.click(page.getByRole('checkbox', { name: '大' }));
    await is(7);
    await userEvent.click(page.getByRole('checkbox', { name: '小' }));
    await is(6);
  });

  test('of a list of words splits it, and returns each word', async () => {
    const { is } = await of(tags({ label: named, max: 20 }), ['a']);
    await userEvent.fill(value(), 'b,c；d e');
    await userEvent.keyboard('{Enter}');
    await is(['a', 'b', 'c；d', 'e']);
    await userEvent.keyboard('{Backspace}');
    await is(['a', 'b', 'c；d']);
  });

  test('of structured values keeps invalid text in its box', async () => {
    const { is } = await of(json(z.object({ n: z.number() }), { label: named }), { n: 1 });
    const stands = (text: string) => expect.poll(() => value().query()?.textContent).toBe(text);
    await stands('{  "n": 1}');
    await userEvent.fill(value(), '{"n":');
    await is('{"n":');
    await stands('{"n":');
    await userEvent.fill(value(), '{"n":2}');
    await is({ n: 2 });
    await stands('{"n":2}');
    await userEvent.clear(value());
    await is(null);
  });

  test('of a text is as long as its field, and is emptied by its cross', async () => {
    const { is } = await of(text({ label: named, max: 5 }), 'north');
    await expect.element(value()).toHaveAttribute('maxlength', '5');
    await userEvent.click(page.getByRole('button', { name: '清空' }));
    await is('');
  });

  test('replaces the one of its kind', async () => {
    const { is } = await of({ ...text({ label: named, max: 5 }), input: Own });
    await userEvent.click(page.getByRole('button', { name: 'own' }));
    await is('own');
  });
});

test.each(looks)(
  'nothing keeps people out, with every kind of control and its complaints: $theme, $locale',
  async (look) => {
    const handle = await open(
      {
        ...fields,
        count: int({ label: label('数量', 'Count') }),
        open: yes({ label: label('开放', 'Open') }),
        uses: bits(sizes, { label: label('用途', 'References') }),
        tags: tags({ label: label('标签', 'Tags'), max: 20 }),
        more: json(z.object({}), { label: label('更多', 'More') }),
        at: time({ label: label('时间', 'Time') }),
        day: date({ label: label('日期', 'Day') }),
      },
      { initial: { name: 'north', size: 1, cost: '1.5', tags: ['a'], at: '2026-01-31 08:00:00' } },
      look,
    );
    await expect.element(page.getByLabelText(look.locale === 'zh' ? '日期' : 'Day', { exact: true })).toBeVisible();
    handle.refuse({ name: 'x', note: 'y' });
    await complain(['x', 'y']);
    expect(await barriers()).toEqual([]);
  },
);
