import { resource } from '../../kit/resource.ts';
import { dictionaryCalls, dictionaryFields } from './dict-fields.ts';

const fields = dictionaryFields('system/dict-biz');

/** A tenant's own lists of values, such as reasons and categories, for its forms and for programs that read them. */
export const dictBiz = resource('system/dict-biz', {
  title: { zh: '业务字典', en: 'Business dictionary' },
  help: { zh: '本租户自己的取值列表，例如原因与分类', en: 'Your own lists of values, such as reasons and categories' },
  empty: { zh: '先新增一个字典，再在其下新增条目', en: 'Add a dictionary, then its entries' },
  nameField: { zh: 'dictValue', en: 'dictValueEn' },
  defaultSort: 'sort',
  unique: [['code', 'dictKey']],
  parentField: 'parentId',
  fields,
  calls: dictionaryCalls(fields),
});
