import { Dictionaries } from './dictionaries.tsx';

export default function Page() {
  return <Dictionaries title={{ zh: '字典（上下）', en: 'Dictionaries, stacked' }} arrangement="stacked" />;
}
