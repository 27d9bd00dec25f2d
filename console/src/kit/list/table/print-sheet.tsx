import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocale, useText } from '../../i18n.ts';
import { currentZone } from '../../zone.ts';
import type { Row } from '../types.ts';
import type { Column } from './columns.tsx';
import './print-sheet.css';

interface PrintSheetProps {
  readonly title: Text;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly onDone: () => void;
}

/**
 * Black on white, table heads repeated on every page. Buttons become plain text, and spaces and commas replace colours
 * and frames as separators. Words break only where nothing else helps. The page has no doctype, so a table needs its
 * text size set.
 */
const PAPER = `
  @page { margin: 12mm; size: landscape; }
  body { margin: 0; color: #000; background: #fff; font: 11px/1.5 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; }
  h1 { margin: 0; font-size: 16px; } p { margin: 2px 0 8px; }
  table { width: 100%; border-collapse: collapse; font: inherit; } thead { display: table-header-group; } tr { break-inside: avoid; }
  th, td { padding: 3px 6px; border: 1px solid #999; max-width: 70mm; text-align: start; overflow-wrap: break-word; }
  .kit-flag, .kit-flag-letters { margin-inline-end: 4px; } .kit-tag + .kit-tag::before { content: ", "; }
  [data-align=right] { text-align: end; }
  button { all: unset; }
  button[role=switch]::after { content: "否"; } button[role=switch][aria-checked=true]::after { content: "是"; }
  :lang(en) button[role=switch]::after { content: "No"; } :lang(en) button[role=switch][aria-checked=true]::after { content: "Yes"; }
`;

/** The rows on paper: drawn in a page of their own, so that nothing of the console is printed around them. */
export default function PrintSheet({ title, columns, rows, onDone }: PrintSheetProps) {
  const t = useText();
  const locale = useLocale();
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const paper = frame?.contentDocument;
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const sheet = frame?.contentWindow;
    if (!sheet) return;
    sheet.document.documentElement.lang = document.documentElement.lang;
    sheet.addEventListener('afterprint', () => done());
    // A browser that cannot print sends no event afterwards.
    const late = setTimeout(() => done(), 60_000);
    sheet.focus();
    sheet.print();
    return () => clearTimeout(late);
  }, [frame]);
  return (
    <>
      <iframe ref={setFrame} className="kit-offstage" title={t({ zh: '打印', en: 'Print' })} />
      {paper &&
        createPortal(
          <>
            <style>{PAPER}</style>
            <h1>{title[locale]}</h1>
            <p>
              {t({ zh: '共 {n} 条', en: '{n} {n|row|rows}' }, { n: rows.length })} ·{' '}
              {formatTime(new Date(), currentZone())}
            </p>
            <table>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column.name} data-align={column.align}>
                      {column.title[locale]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    {columns.map((column) => (
                      <td key={column.name} data-align={column.align}>
                        {column.print(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </>,
          paper.body,
        )}
    </>
  );
}
