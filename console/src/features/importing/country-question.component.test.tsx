import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { CountryQuestion } from './country-question.tsx';

const unclear = {
  lines: 60,
  samples: ['478***0100'],
  international: [{ countryCode: 'NO', count: 60 }],
  national: [
    { countryCode: 'US', count: 60 },
    { countryCode: 'MX', count: 12 },
  ],
};

test('the country of unclear lines is chosen among the likely ones, or the numbers contain their code', async () => {
  const onAnswer = vi.fn();
  await show(<CountryQuestion unclear={unclear} isBusy={false} onAnswer={onAnswer} />, { permissions: [] });
  const check = page.getByRole('button', { name: '按所选国家检查' });
  await expect.element(page.getByText('60 行号码没有国家码', { exact: false })).toBeVisible();
  await expect.element(check).toBeDisabled();
  await userEvent.click(page.getByRole('radio', { name: /美国/ }));
  await userEvent.click(check);
  await userEvent.click(page.getByRole('radio', { name: /号码已含国家码/ }));
  await userEvent.click(check);
  expect(onAnswer.mock.calls).toEqual([[{ countryCode: 'US' }], [{ international: 1 }]]);
  await userEvent.click(page.getByRole('radio', { name: '其他国家' }));
  await expect.element(check).toBeDisabled();
});
