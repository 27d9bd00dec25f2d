import { Dictionaries } from './dictionaries.tsx';

export default function Page() {
  return <Dictionaries title={{ zh: '字典（左右）', en: 'Dictionaries, side by side' }} arrangement="side-by-side" />;
}
