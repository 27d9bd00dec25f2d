import { describe, expect, it } from 'vitest';
import { createLog } from './index.ts';
import { sentences } from './sentences.ts';

function written(work: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  work(createLog('info', sentences({ write: (more) => (text += more) })));
  return text.replace(/^\d\d:\d\d:\d\d/gm, 'CLOCK');
}

describe('the log on a terminal', () => {
  it('writes a line as its sentence with its facts', () => {
    expect(written((log) => log.info('ready'))).toBe('CLOCK 信息 info: ready\n');
    const facts = { dead: 2, kind: 'export', ids: ['1', '2'] };
    expect(written((log) => log.child({ node: 'a' }).warn(facts, 'took over'))).toBe(
      'CLOCK 警告 warning: took over (node: a, dead: 2, kind: export, ids: ["1","2"])\n',
    );
  });

  it('names the error of a warning with its cause, and shows where an error was thrown', () => {
    const error = new TypeError('no such queue', { cause: new Error('closed') });
    const warning = written((log) => log.warn({ err: error, timer: 'clean' }, 'a timer failed'));
    expect(warning).toBe(
      'CLOCK 警告 warning: a timer failed (timer: clean)\n  TypeError: no such queue\n  Error: closed\n',
    );
    const lines = written((log) => log.error(error)).split('\n');
    expect(lines.slice(0, 2)).toEqual(['CLOCK 错误 error: no such queue', '  TypeError: no such queue']);
    expect(lines[2]).toMatch(/^ {4}at .*sentences\.test\.ts/);
  });

  it('writes no control characters of a value', () => {
    expect(written((log) => log.warn({ name: 'a\u001b[2J\nb' }, 'odd\u0007name\r\n'))).toBe(
      'CLOCK 警告 warning: odd name  (name: a [2J b)\n',
    );
  });
});
