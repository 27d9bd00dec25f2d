import { configurationTerms } from '@trade-assistant/contract/areas/agent/configuration-fields.ts';
import { agentPriceKind } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { activePeriod, priceKind } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input/Input';
import Segmented from 'antd/es/segmented';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useState } from 'react';
import { useSession } from '../../../kit/client/session.ts';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { CountryValue, countryName } from '../../../kit/fields/country.tsx';
import { cleanMoney, groupedMoney } from '../../../kit/fields/money.ts';
import { DictValue, Nothing } from '../../../kit/fields/status.tsx';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { CLEAR } from '../../../kit/parts/clear-icon.tsx';
import { useCan } from '../../../kit/permission.tsx';
import {
  COUNTED,
  DECIMAL,
  type Edits,
  edited,
  type Group,
  type Kind,
  type MatrixRow,
  rowKey,
  shownIn,
  switched,
  type TermName,
  termsOf,
  withEdit,
} from './edits.ts';
import styles from './matrix.module.css';

const SHOWN_AT_FIRST = 60;
const OWN = agentPriceKind.is.own;
const COUNTED_NAMES: readonly string[] = COUNTED;

interface MatrixProps extends ControlProps<Edits> {
  readonly agentId: string;
  readonly groups: readonly Group[];
  /** Ids of agreed rows that are to be taken back. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
}

/**
 * One service at a time: a row per country with the agent's current price, its source, and cells for the agreed terms.
 */
export function Matrix({ agentId, groups, chosen, onChoose, value, onChange }: MatrixProps) {
  const t = useText();
  const locale = useLocale();
  const [kind, setKind] = useState<Kind>(OWN);
  const [groupKey, setGroup] = useState(groups.find((one) => one.serviceType === serviceType.is.number)?.groupKey);
  const [sought, setSought] = useState('');
  const [isWhole, setWhole] = useState(false);
  const canWrite = useCanWrite(agentId, kind);
  const names = useTermNames(kind);
  const kinds = useDictionary(agentPriceKind);
  const businesses = useDictionary(businessType);
  const services = useDictionary(serviceType);
  const group = groups.find((one) => one.groupKey === groupKey) ?? groups[0];
  if (!group)
    return <p className="kit-weak">{t({ zh: '价格配置中还没有价格', en: 'The price list has no prices yet' })}</p>;
  const edits = value ?? {};
  const nameOf = ({ businessType: business, serviceType: service }: Group) =>
    [entryName(businesses, business, locale), entryName(services, service, locale)].join(' · ');
  const word = sought.trim().toLowerCase();
  const found = group.rows.filter(
    ({ countryCode }) =>
      word === '' || `${countryCode} ${countryName(countryCode, locale)}`.toLowerCase().includes(word),
  );
  const rows = isWhole ? found : found.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <div className={styles.bar}>
        <Segmented<Kind>
          aria-label={t({ zh: '价格类型', en: 'Kind' })}
          options={Object.values(kinds.entries).map((entry) => ({ value: entry.value as Kind, label: entry[locale] }))}
          value={kind}
          onChange={setKind}
        />
        <Select
          aria-label={t({ zh: '服务', en: 'Service' })}
          className={styles.group ?? ''}
          options={groups.map((one) => ({ value: one.groupKey, label: nameOf(one) }))}
          value={group.groupKey}
          onChange={setGroup}
        />
        <Input
          allowClear={CLEAR}
          className={styles.sought ?? ''}
          aria-label={t({ zh: '查找国家', en: 'Search countries' })}
          placeholder={t({ zh: '查找国家', en: 'Search countries' })}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      </div>
      <div className={styles.scroll}>
        <table className={`kit-lines ${styles.matrix}`}>
          <thead>
            <tr>
              <th>{t({ zh: '国家', en: 'Country' })}</th>
              <th data-align="right" className={styles.whole ?? ''}>
                {t({ zh: '现价', en: 'Current price' })}
              </th>
              {names.map((name) => (
                <th key={name}>{t(configurationTerms[name].options.label)}</th>
              ))}
              {kind === OWN && <th className={styles.whole ?? ''}>{t(configurationTerms.enabled.options.label)}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const key = rowKey(kind, group, row);
              return (
                <Row
                  key={key}
                  kind={kind}
                  row={row}
                  names={names}
                  edit={edits[key]}
                  canWrite={canWrite}
                  isChosen={chosen.has(termsOf(kind, row)?.id ?? '')}
                  onChoose={(id, isChosen) => onChoose(toggled(chosen, id, isChosen))}
                  onEdit={(edit) => onChange?.(withEdit(edits, key, edit))}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {rows.length < found.length && (
        <Button type="link" onClick={() => setWhole(true)}>
          {t({ zh: '显示其余 {n} 行', en: 'Show {n} more' }, { n: found.length - rows.length })}
        </Button>
      )}
    </>
  );
}

interface RowProps {
  readonly kind: Kind;
  readonly row: MatrixRow;
  readonly names: readonly TermName[];
  readonly edit: Edits[string] | undefined;
  readonly canWrite: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (id: string, isChosen: boolean) => void;
  readonly onEdit: (edit: Edits[string]) => void;
}

function Row({ kind, row, names, edit, canWrite, isChosen, onChoose, onEdit }: RowProps) {
  const t = useText();
  const locale = useLocale();
  const canEnable = useCan('agent/configuration:enable');
  const terms = termsOf(kind, row);
  const checks = useDictionary(priceKind);
  const periods = useDictionary(activePeriod);
  const where = [
    countryName(row.countryCode, locale),
    ...(row.filterType === null ? [] : [entryName(checks, row.filterType, locale)]),
    ...(row.activePeriod === null ? [] : [entryName(periods, row.activePeriod, locale)]),
  ].join(' ');
  const clean = (name: TermName, typed: string) =>
    COUNTED_NAMES.includes(name) ? typed.replace(/\D/g, '').slice(0, 9) : cleanMoney(typed);
  return (
    <tr data-changed={edit !== undefined || undefined}>
      <td>
        <span className={styles.place}>
          <Checkbox
            aria-label={t({ zh: '选择 {where}', en: 'Select {where}' }, { where })}
            disabled={!canWrite || !terms}
            checked={isChosen}
            onChange={(event) => terms && onChoose(terms.id, event.target.checked)}
          />
          <span>
            <CountryValue code={row.countryCode} />
            {row.filterType !== null && (
              <span className={styles.check}>
                <DictValue dictionary={priceKind} value={row.filterType} />
                {row.activePeriod !== null && (
                  <>
                    {' · '}
                    <DictValue dictionary={activePeriod} value={row.activePeriod} />
                  </>
                )}
              </span>
            )}
          </span>
        </span>
      </td>
      <td data-align="right">
        {row.price === null ? <Nothing /> : <span className="kit-money">{groupedMoney(row.price)}</span>}
        <PriceSource row={row} />
      </td>
      {names.map((name) => (
        <td key={name}>
          <Input
            size="small"
            className="kit-number"
            inputMode={COUNTED_NAMES.includes(name) ? 'numeric' : 'decimal'}
            autoComplete="off"
            aria-label={`${where} ${t(configurationTerms[name].options.label)}`}
            disabled={!canWrite}
            placeholder={kind === OWN && name === 'price' ? (row.inherited.price ?? '') : ''}
            value={shownIn(name, edit, terms)}
            onChange={(event) => onEdit(edited(edit, terms, name, clean(name, event.target.value)))}
          />
        </td>
      ))}
      {kind === OWN && (
        <td>
          <Switch
            size="small"
            aria-label={`${where} ${t(configurationTerms.enabled.options.label)}`}
            disabled={!canWrite || !canEnable}
            checked={(edit?.enabled ?? terms?.enabled ?? 1) === 1}
            onChange={(isOn) => onEdit(switched(edit, terms, isOn))}
          />
        </td>
      )}
    </tr>
  );
}

/** An agent cannot change its own prices; they are agreed with its upline. */
function useCanWrite(agentId: string, kind: Kind): boolean {
  const user = useSession((session) => session.user);
  const canEdit = useCan('agent/configuration:edit');
  return canEdit && (kind !== OWN || user?.userId !== agentId);
}

function useTermNames(kind: Kind): readonly TermName[] {
  const seesRebates = useCan('agent/configuration:rebate');
  if (kind !== OWN) return ['price', 'discount'];
  const [price, discount, ...rates] = DECIMAL;
  return [price, discount, ...COUNTED, ...(seesRebates ? rates : [])];
}

const entryName = (dictionary: ReturnType<typeof useDictionary>, value: number, locale: 'zh' | 'en'): string =>
  Object.values(dictionary.entries).find((entry) => entry.value === value)?.[locale] ?? String(value);

function toggled(chosen: ReadonlySet<string>, id: string, isChosen: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (isChosen) next.add(id);
  else next.delete(id);
  return next;
}

/** The source of an agent's price. */
function PriceSource({ row: { price, own, inherited, countryCode } }: { row: MatrixRow }) {
  const t = useText();
  const isOwn = own !== null && (own.price !== null || own.discount !== null);
  const isOff = price === null && inherited.source !== 'NONE';
  const everywhere =
    countryCode !== '*' && inherited.countryCode === '*' ? t({ zh: '（所有国家）', en: ' (all countries)' }) : '';
  const words = isOff
    ? t({ zh: '未开通', en: 'Not enabled' })
    : isOwn
      ? t({ zh: '专属', en: 'Agent price' })
      : inherited.source === 'AGENT'
        ? t({ zh: '专属', en: 'Agent price' }) + everywhere
        : inherited.source === 'PARENT'
          ? t({ zh: '上级 {name}', en: 'From {name}' }, { name: inherited.agentName ?? '' }) + everywhere
          : inherited.source === 'LEVEL'
            ? t({ zh: '价格配置', en: 'Price list' }) + everywhere
            : t({ zh: '未定价', en: 'No price' });
  return <span className={styles.source}>{words}</span>;
}
