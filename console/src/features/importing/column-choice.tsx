import type { InspectedList } from '@trade-assistant/contract/kit/inspect.ts';
import Alert from 'antd/es/alert';
import Radio from 'antd/es/radio';
import { useText } from '../../kit/i18n.ts';
import styles from './column-choice.module.css';

const ROWS = 5;

/** The first rows of a list, with the column of numbers; a person chooses it where it was not recognised. */
export function ColumnChoice({
  inspected,
  column,
  onColumn,
}: {
  inspected: InspectedList;
  column: number | null;
  onColumn: (column: number) => void;
}) {
  const t = useText();
  const { sample, headers } = inspected;
  const width = Math.max(...sample.map((row) => row.length), headers.length);
  if (width <= 1) return null;
  const columns = Array.from({ length: width }, (_, index) => index);
  return (
    <>
      {column === null && (
        <Alert
          type="warning"
          showIcon
          className="kit-alert"
          title={t({ zh: '未识别号码列，请选择', en: 'The column of numbers was not recognised; please choose it' })}
        />
      )}
      <div className={styles.frame}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((index) => (
                <th key={index} scope="col" data-chosen={index === column || undefined}>
                  <Radio checked={index === column} onChange={() => onColumn(index)}>
                    {headers[index] || t({ zh: '第 {n} 列', en: 'Column {n}' }, { n: String(index + 1) })}
                  </Radio>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.slice(0, ROWS).map((row) => (
              <tr key={row.join(' ')}>
                {columns.map((index) => (
                  <td key={index} data-chosen={index === column || undefined}>
                    {row[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
