import { report } from '@trade-assistant/contract/areas/report/report.ts';
import { reportSchedule } from '@trade-assistant/contract/areas/report/schedule.ts';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/client/call.ts';
import { invalidate } from '../../kit/client/query.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { formFields, withInputs, without } from '../../kit/form/values.ts';
import { InlineLoadBoundary } from '../../kit/inline-load-boundary.tsx';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { ContentInput, SourceName, SourceSelect } from './report/inputs.tsx';

const SavedReport = lazyWithRetry(() => import('./report/saved.tsx'));

/** Questions about lists: a builder with a preview, the answer of each, and when it is sent. */
export default resourcePage(report, {
  leading: ['name', 'chart', 'source', 'description', 'createUserName'],
  search: (fields) => without(fields, 'source'),
  columns: {
    name: { render: ({ id, name }) => <Link to={`/report/report/index?record=${id}`}>{name}</Link> },
    source: { render: ({ source }) => <SourceName source={source} /> },
  },
  facts: { source: ({ source }) => <SourceName source={source} /> },
  unmentioned: ['content'],
  form: {
    fields: (fields) => withInputs(fields, { source: SourceSelect, content: ContentInput }),
  },
  isEditable: ({ isOwn }) => isOwn === 1,
  isRemovable: ({ isOwn }) => isOwn === 1,
  notice: (row) => (
    <InlineLoadBoundary>
      <Suspense fallback={null}>
        <SavedReport key={row.id} row={row} />
      </Suspense>
    </InlineLoadBoundary>
  ),
  rowActions: [
    {
      key: 'copy',
      label: { zh: '复制', en: 'Copy' },
      permission: 'add',
      call: 'copy',
      input: ([row]) => ({ id: row?.id }),
      done: { zh: '已复制，可在列表中修改', en: 'Copied; change the copy in the list' },
    },
    {
      key: 'schedule',
      label: { zh: '定时发送', en: 'Schedule' },
      permission: 'report/schedule:add',
      fields: without(
        formFields(reportSchedule, () => true),
        'reportId',
      ),
      run: async ([row], values) => {
        await call(reportSchedule, 'submit', { ...values, reportId: row?.id } as never);
        showSuccess({ zh: '计划已保存', en: 'Schedule saved' });
        await invalidate(reportSchedule);
      },
    },
  ],
  tabs: [
    {
      key: 'schedules',
      label: { zh: '发送计划', en: 'Schedules' },
      list: {
        resource: reportSchedule,
        filter: ({ id }) => ({ reportId_equal: id }),
        columns: ['rhythm', 'hour', 'channels', 'isActive', 'nextTime', 'problem'],
      },
    },
  ],
});
