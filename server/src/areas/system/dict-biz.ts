import { dictBiz } from '@trade-assistant/contract/areas/system/dict-biz.ts';
import {
  assertRemovable,
  bizDicts,
  dictionaryTree,
  dictToWrite,
  entriesBelow,
  entriesToChoose,
  listDictionaries,
} from '../../engines/office/dictionaries/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(dictBiz, bizDicts, {
  scope: 'tenant',
  beforeSave: (c, tx, input, existing) => dictToWrite(tx, c.actor, bizDicts, input, existing),
  beforeRemove: (c, tx, rows) => assertRemovable(tx, c.actor, bizDicts, rows),
  actions: {
    'parent-list': (c, query) => listDictionaries(c.app.db, c.actor, bizDicts, query),
    'child-list': (c, input) => entriesBelow(c.app.db, c.actor, bizDicts, input),
    tree: (c, { code }) => dictionaryTree(c.app.db, c.actor, bizDicts, code),
    dictionary: (c, { code }) => entriesToChoose(c.app.db, c.actor, bizDicts, code),
  },
});
