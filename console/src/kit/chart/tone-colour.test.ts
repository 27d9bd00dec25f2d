import { describe, expect, it } from 'vitest';
import { toneColour, withColours } from './tone-colour.ts';

describe('colours of meanings in a chart', () => {
  it('read the current values of the variables at each drawing', () => {
    const format = () => '1';
    const option = {
      tooltip: { formatter: format },
      series: [{ name: 'var', itemStyle: { color: toneColour('good') }, data: [1, null, toneColour('bad')] }],
    };
    const inTheme = (theme: string) => withColours(option, (name) => `${theme}${name}`);
    expect(inTheme('dark')).toEqual({
      tooltip: { formatter: format },
      series: [{ name: 'var', itemStyle: { color: 'dark--kit-good' }, data: [1, null, 'dark--kit-bad'] }],
    });
    expect(inTheme('light').series[0]?.itemStyle.color).toBe('light--kit-good');
    expect(option.series[0]?.itemStyle.color).toBe('var(--kit-good)');
  });

  it('leave everything else as it is', () => {
    const made = new Date(0);
    expect(withColours({ made, text: 'a var(--x) b', none: null }, () => 'no')).toEqual({
      made,
      text: 'a var(--x) b',
      none: null,
    });
  });
});
