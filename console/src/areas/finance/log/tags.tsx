import { financeType, walletKind } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { type Dictionary, entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { useLocale } from '../../../kit/i18n.ts';
import styles from './tags.module.css';

/** The wallet that changed, in its colour and by name. */
export const WalletTag = ({ kind }: { kind: number }) => (
  <Tag dictionary={walletKind} value={kind} family={WALLET_FAMILIES[kind]} />
);

/** The type of a movement; related types have the same colour. */
export const TypeTag = ({ type }: { type: number }) => (
  <Tag dictionary={financeType} value={type} family={TYPE_FAMILIES[type]} />
);

type Family = 'money' | 'spent' | 'held' | 'earned' | 'given';

const { is: wallet } = walletKind;
const WALLET_FAMILIES: Readonly<Record<number, Family>> = {
  [wallet.balance]: 'money',
  [wallet.hold]: 'held',
  [wallet.brokerage]: 'earned',
  [wallet.brokerageHold]: 'held',
  [wallet.rebatePending]: 'earned',
  [wallet.rebateDebt]: 'spent',
  [wallet.bonus]: 'given',
};

const { is: type } = financeType;
const TYPE_FAMILIES: Readonly<Record<number, Family>> = {
  [type.recharge]: 'money',
  [type.refund]: 'money',
  [type.consumption]: 'spent',
  [type.lease]: 'spent',
  [type.fee]: 'spent',
  [type.withdrawal]: 'spent',
  [type.manualDebit]: 'spent',
  [type.rebateReversal]: 'spent',
  [type.rewardReversal]: 'spent',
  [type.hold]: 'held',
  [type.release]: 'held',
  [type.rebate]: 'earned',
  [type.withdrawalReturn]: 'money',
  [type.transfer]: 'money',
  [type.allocation]: 'money',
  [type.manualCredit]: 'given',
  [type.reward]: 'given',
  [type.bonus]: 'given',
};

function Tag({ dictionary, value, family }: { dictionary: Dictionary; value: number; family: Family | undefined }) {
  const locale = useLocale();
  return (
    <span className={styles.tag} data-family={family}>
      {entryOf(useDictionary(dictionary), value)?.[locale] ?? value}
    </span>
  );
}
