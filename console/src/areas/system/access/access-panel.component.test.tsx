import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../../testing/answers.ts';
import { barriers } from '../../../testing/barriers.ts';
import { show } from '../../../testing/show.tsx';
import AccessPanel from './access-panel.tsx';

test('shows the rules for an operation and a record, and the rule that refuses', async () => {
  const asked = answer({
    'system/access/calls': () => [
      {
        resource: 'system/post',
        title: '岗位管理',
        titleEn: 'Posts',
        hasRecords: 1,
        calls: [{ path: '/api/system/post/remove', title: '删除', titleEn: 'Delete', methods: ['POST'] }],
      },
    ],
    'system/access/explain': () => ({
      isAllowed: 0,
      account: 'ada',
      realName: 'Ada',
      steps: [
        { kind: 'account', isPassed: 1, text: 'The account is active.' },
        { kind: 'permission', isPassed: 0, text: 'No role has it.' },
      ],
    }),
  });
  await show(<AccessPanel userId="7" name="Ada" onClose={() => {}} />, {
    permissions: ['system/access:explain'],
    locale: 'en',
  });
  await userEvent.click(page.getByRole('combobox', { name: 'Operation' }));
  await userEvent.keyboard('Delete{Enter}');
  await expect.element(page.getByText('No role has it.')).toBeVisible();
  await expect.element(page.getByLabelText('Refused')).toBeVisible();
  await userEvent.type(page.getByRole('textbox', { name: 'Record ID (optional)' }), '12{Enter}');
  await expect.poll(() => asked.at(-1)?.query.get('recordId')).toBe('12');
  expect(await barriers()).toEqual([]);
});
