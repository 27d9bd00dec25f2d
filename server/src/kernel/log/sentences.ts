import type { DestinationStream } from 'pino';
import type { LoggableError } from './loggable-error.ts';

/** From this level on a line shows where its error was thrown. */
const ERROR_LEVEL = 50;
const LEVELS: Readonly<Record<number, string>> = {
  10: '跟踪 trace',
  20: '调试 debug',
  30: '信息 info',
  40: '警告 warning',
  50: '错误 error',
  60: '严重错误 fatal',
};

/** Returns a destination of log lines that writes each as a sentence, for a terminal; programs read the lines themselves. */
export const sentences = (terminal: { write(text: string): unknown }): DestinationStream => ({
  write: (line) => void terminal.write(sentenceOf(line)),
});

function sentenceOf(line: string): string {
  const { level, time, pid: _pid, hostname: _hostname, msg = '', ...facts } = JSON.parse(line);
  const entries = Object.entries(facts);
  const plain = entries.filter(([, value]) => !isError(value)).map(([name, value]) => `${name}: ${textOf(value)}`);
  const errors = entries.flatMap(([, value]) => (isError(value) ? linesOf(value, level >= ERROR_LEVEL) : []));
  const clock = new Date(time).toTimeString().slice(0, 8);
  const sentence = `${clock} ${LEVELS[level] ?? level}: ${msg}${plain.length > 0 ? ` (${plain.join(', ')})` : ''}`;
  return [sentence, ...errors.map((text) => `  ${text}`)].map((text) => `${printable(text)}\n`).join('');
}

const isError = (value: unknown): value is LoggableError =>
  typeof value === 'object' && value !== null && 'type' in value && 'message' in value && 'stack' in value;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function linesOf({ type, message, stack, code, cause }: LoggableError, withStack: boolean): string[] {
  return [
    `${type}${code === undefined ? '' : ` ${code}`}: ${message}`,
    ...(withStack ? stack.split('\n').filter(Boolean) : []).map((frame) => `  ${frame}`),
    ...(cause ? linesOf(cause, withStack) : []),
  ];
}

/** A value of a user must not control the terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
