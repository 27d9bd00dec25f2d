import type { ReactNode } from 'react';
import { useText } from '../../kit/i18n.ts';

interface ProblemLine {
  /** The line number, after the file's name where there are several files. */
  readonly place: string;
  readonly text: string;
  readonly reason: ReactNode;
}

/** Lines of a list that were refused, and why. */
export function ProblemLines({ lines }: { lines: readonly ProblemLine[] }) {
  const t = useText();
  return (
    <table className="kit-lines">
      <thead>
        <tr>
          <th>{t({ zh: '行', en: 'Line' })}</th>
          <th>{t({ zh: '内容', en: 'Content' })}</th>
          <th>{t({ zh: '原因', en: 'Reason' })}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ place, text, reason }) => (
          <tr key={place}>
            <td className="kit-number">{place}</td>
            <td>
              <code>{text}</code>
            </td>
            <td>{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
