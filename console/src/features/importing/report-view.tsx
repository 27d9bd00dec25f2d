import { type Dictionary, entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Alert from 'antd/es/alert';
import { currentDictionary } from '../../kit/dictionaries.ts';
import { CountryValue } from '../../kit/fields/country.tsx';
import { type Translate, useText } from '../../kit/i18n.ts';
import { type Correction, Doubts } from './doubts.tsx';
import type { Report } from './report.ts';
import '../../kit/parts/figures.css';
import { ProblemLines } from './problem-lines.tsx';
import './importing.css';

interface ReportViewProps {
  readonly report: Report;
  readonly reasons: Dictionary | undefined;
  readonly isBusy?: boolean;
  /** Given while doubtful numbers may be corrected. */
  readonly onCorrect?: ((correction: Correction) => void) | undefined;
}

/** The result of an import: the count of valid lines, the reasons of the others, and the first of these. */
export function ReportView({ report, reasons, isBusy = false, onCorrect }: ReportViewProps) {
  const t = useText();
  const nameOf = (code: number): string => nameOfReason(code, reasons, t);
  return (
    <div className="kit-report">
      <dl className="kit-figures">
        <Figure words={{ zh: '总行数', en: 'Lines' }} value={report.totalLines} />
        <Figure words={{ zh: '可导入', en: 'Valid' }} value={report.goodLines} tone="good" />
        <Figure words={{ zh: '被拒绝', en: 'Rejected' }} value={report.rejectedLines} tone="bad" />
        <Figure words={{ zh: '新增', en: 'Added' }} value={report.added} />
        <Figure words={{ zh: '名单中已有', en: 'Already listed' }} value={report.existing} />
        <Figure words={{ zh: '文件内重复', en: 'Duplicate in file' }} value={report.duplicatesInFile} />
        <Figure words={{ zh: '库中已有', en: 'Already in stock' }} value={report.duplicatesInStock} />
        <Figure words={{ zh: '有提示', en: 'With warnings' }} value={report.warnings} />
      </dl>
      {report.ambiguousLines ? (
        <Alert
          type="warning"
          showIcon
          title={t(
            {
              zh: '{n} 行的号码单元格是数字，已按所选国家读取；若为其他国家的号码，请将单元格设为文本并以 + 开头',
              en: '{n} lines have numeric cells, which were read in the selected country; enter numbers of other countries as text with +',
            },
            { n: report.ambiguousLines.toLocaleString('en-US') },
          )}
        />
      ) : null}
      {report.newSuppliers && report.newSuppliers.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t({
            zh: '确认后新增供应商，资料待完善',
            en: 'New suppliers, added when you confirm; complete them later',
          })}
          description={report.newSuppliers.join(t({ zh: '、', en: ', ' }))}
        />
      )}
      <Doubts report={report} isBusy={isBusy} onCorrect={onCorrect} />
      {report.reasons && report.reasons.length > 0 && (
        <section>
          <h2 className="kit-heading">{t({ zh: '拒绝原因', en: 'Rejection reasons' })}</h2>
          <ul className="kit-counts">
            {report.reasons.map(({ code, count }) => (
              <li key={code}>
                <span>{nameOf(code)}</span>
                <span className="kit-number">{count.toLocaleString('en-US')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {report.countries && report.countries.length > 0 && (
        <section>
          <h2 className="kit-heading">{t({ zh: '国家分布', en: 'Countries' })}</h2>
          <ul className="kit-counts">
            {report.countries.map(({ countryCode, count }) => (
              <li key={countryCode}>
                <CountryValue code={countryCode} />
                <span className="kit-number">{count.toLocaleString('en-US')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {report.problems && report.problems.length > 0 && (
        <section>
          <h2 className="kit-heading">{t({ zh: '问题行示例', en: 'Sample of rejected lines' })}</h2>
          <ProblemLines
            lines={report.problems.map(({ file, lineNo, text, code, detail }) => ({
              place: file ? `${file}:${lineNo}` : String(lineNo),
              text,
              reason: (
                <>
                  {nameOf(code)}
                  {detail && <span className="kit-weak"> · {detail}</span>}
                </>
              ),
            }))}
          />
        </section>
      )}
    </div>
  );
}

function Figure({ words, value, tone }: { words: Text; value: number | undefined; tone?: string }) {
  const t = useText();
  if (value === undefined) return null;
  return (
    <div data-tone={value > 0 ? tone : undefined}>
      <dt>{t(words)}</dt>
      <dd className="kit-number">{value.toLocaleString('en-US')}</dd>
    </div>
  );
}

function nameOfReason(code: number, reasons: Dictionary | undefined, t: Translate): string {
  const entry = reasons && entryOf(currentDictionary(reasons), code);
  return entry ? t(entry) : t({ zh: '原因 {code}', en: 'Reason {code}' }, { code });
}
