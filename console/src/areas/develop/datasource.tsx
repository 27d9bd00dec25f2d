import { datasource } from '@trade-assistant/contract/areas/develop/datasource.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

type Tested = CallData<typeof datasource, 'test', 'in'>;

export default resourcePage(datasource, {
  leading: ['name', 'category', 'url'],
  // The address decides the driver.
  form: { fields: ({ driverClass: _driver, ...fields }) => fields },
  rowActions: [
    {
      key: 'test',
      label: { zh: '测试连接', en: 'Test' },
      permission: 'edit',
      call: 'test',
      input: ([row]) => ({ id: row?.id }),
      done: (_rows, answer) => wordsOf(answer as Tested),
    },
  ],
});

const wordsOf = ({ version, canWrite, millis }: Tested) =>
  canWrite === 1
    ? {
        zh: `连接成功：${version}，${millis} 毫秒。此账号可以修改数据，建议使用只读账号`,
        en: `Connected: ${version}, ${millis} ms. This account can change data; a read-only one is safer`,
      }
    : { zh: `连接成功：${version}，${millis} 毫秒`, en: `Connected: ${version}, ${millis} ms` };
