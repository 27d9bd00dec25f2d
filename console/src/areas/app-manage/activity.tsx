import { activity, activityGrants } from '@trade-assistant/contract/areas/app-manage/activity.ts';
import { activityStatus } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import Alert from 'antd/es/alert';
import { Link } from 'react-router';
import { RuleLines } from '../../features/activities/rule-lines.tsx';
import { BothLanguages } from '../../features/rich-texts/both-languages.tsx';
import { contentInput } from '../../features/rich-texts/content-input.ts';
import { picturesOf } from '../../features/rich-texts/pictures-of.ts';
import { withInputs, without } from '../../kit/form/values.ts';
import { useText } from '../../kit/i18n.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { StepsInput } from './activity/steps-input.tsx';

const { draft, ended, offline } = activityStatus.is;
const pictures = picturesOf(activity);
const ContentInput = contentInput(activity);

/** Fixed once the activity is published: its users rely on them. */
const BINDING = [
  ...['startTime', 'endTime', 'userTypes', 'countries'],
  ...['ruleJson', 'budget', 'perUserLimit', 'isPerTree'],
];

interface Published {
  readonly approvalId: string | null;
  readonly approvalNo: string | null;
}

/** Campaigns: drafts, published by one person or, with a large budget, by two. */
export default resourcePage(activity, {
  leading: ['title', 'activityType', 'status', 'startTime', 'endTime', 'budget', 'usedBudget'],
  form: {
    fields: (fields, row) =>
      withInputs(row && row.status !== draft ? without(fields, ...BINDING) : fields, {
        ruleJson: StepsInput,
        content: ContentInput,
        contentEn: ContentInput,
      }),
    next: 'publish',
  },
  isRemovable: ({ status, usedBudget }) => [draft, ended, offline].some((one) => one === status) && usedBudget === '0',
  rowActions: [
    {
      key: 'publish',
      label: { zh: '发布', en: 'Publish' },
      permission: 'publish',
      isOffered: ({ status, approvalId }) => status === draft && approvalId === null,
      confirm: {
        zh: '发布后规则和预算不能修改，确定发布吗？',
        en: 'Rules and budget cannot be changed afterwards. Publish it?',
      },
      call: 'publish',
      input: ([row]) => ({ id: row?.id }),
      done: (_rows, answer) => {
        const { approvalId, approvalNo } = answer as Published;
        return approvalId
          ? { zh: `预算已提交复核（${approvalNo}），通过后发布`, en: `Budget sent for approval (${approvalNo})` }
          : { zh: '活动已发布', en: 'Activity published' };
      },
    },
  ],
  tabs: [
    {
      key: 'grants',
      label: { zh: '发放记录', en: 'Bonuses granted' },
      list: {
        resource: activityGrants,
        call: 'grants',
        path: null,
        filter: ({ id }) => ({ activityId: id }),
        columns: ['userName', 'cause', 'causeNo', 'amount', 'status', 'createTime'],
        sort: '-createTime',
      },
    },
  ],
  facts: { ruleJson: ({ activityType: type, ruleJson }) => <RuleLines type={type} steps={ruleJson} /> },
  unmentioned: ['content', 'contentEn', 'approvalId'],
  notice: ({ approvalId }) => (approvalId ? <Waiting approvalId={approvalId} /> : null),
  detail: ({ content, contentEn }) => <BothLanguages zh={content} en={contentEn} pictures={pictures} />,
});

/** Says that a second person has to approve the budget. */
function Waiting({ approvalId }: { approvalId: string }) {
  const t = useText();
  return (
    <Alert
      className="kit-alert"
      type="info"
      showIcon
      title={
        <>
          {t({ zh: '预算等待第二个人复核。', en: 'The budget waits for a second person. ' })}
          <Link to={`/${approval.name}/index?record=${approvalId}`}>
            {t({ zh: '查看申请', en: 'Open the request' })}
          </Link>
        </>
      }
    />
  );
}
