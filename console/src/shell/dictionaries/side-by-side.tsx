import { dictionariesPage } from './dictionaries.tsx';

export default dictionariesPage(
  'dict-horizontal',
  { zh: '字典（左右）', en: 'Dictionaries, side by side' },
  'side-by-side',
);
