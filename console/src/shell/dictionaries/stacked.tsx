import { dictionariesPage } from './dictionaries.tsx';

export default dictionariesPage('dict-vertical', { zh: '字典（上下）', en: 'Dictionaries, stacked' }, 'stacked');
