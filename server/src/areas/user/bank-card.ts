import { bankCard } from '@trade-assistant/contract/areas/user/bank-card.ts';
import {
  afterPayeeSaved,
  assertOwn,
  bankCards,
  cardToWrite,
  openWithdrawalsTo,
  ownPayees,
  unfreezeRemoved,
} from '../../engines/money/payments/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(bankCard, bankCards, {
  scope: 'tenant',
  usedBy: [openWithdrawalsTo('card')],
  rows: ({ actor }) => ownPayees(actor, bankCards),
  beforeSave: (c, tx, input, existing) => {
    assertOwn(c.actor, existing);
    return cardToWrite(tx, c.actor, c.app.secrets, input, existing);
  },
  afterSave: (c, tx, row) =>
    afterPayeeSaved(tx, c.actor, bankCards, row, {
      name: bankCard.name,
      called: `${row.bankName} ••••${row.cardLast4}`,
    }),
  onTransition: async (c, tx, rows, { name }) => {
    const ids = rows.map(({ id }) => id);
    if (name === 'unfreeze') await unfreezeRemoved(tx, c.actor, bankCards, ids);
  },
  beforeRemove: async (c, _tx, rows) => {
    for (const row of rows) assertOwn(c.actor, row);
  },
});
