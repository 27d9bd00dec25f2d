import type { Text } from './kit/locale.ts';
import type { Resource } from './kit/resource.ts';
import { registry } from './registry.ts';

/** Names of parameters that no field of their resource has, as people call them. */
const words: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  activityId: ['活动', 'Activity'],
  activeDays: ['最近活跃（天）', 'Active (days ago)'],
  after: ['起始位置', 'After'],
  agentIds: ['代理', 'Agents'],
  alert: ['提醒', 'Alert'],
  alertOnly: ['仅看预警', 'Alerts only'],
  agree: ['同意条款', 'Agreement to the terms'],
  agreeVersion: ['条款版本', 'Version of the terms'],
  aliveWithinHours: ['存活检测时限（小时）', 'Active within (hours)'],
  allowPartial: ['允许部分提取', 'Allow partial extraction'],
  apiScopeIds: ['接口权限', 'API scopes'],
  ascs: ['升序字段', 'Ascending by'],
  avatar: ['头像', 'Picture'],
  batchNos: ['批次号', 'Batch numbers'],
  before: ['截止时间', 'Before'],
  beforeId: ['排在其前', 'Before'],
  beneficiaryId: ['受益代理', 'Beneficiary'],
  bucket: ['统计周期', 'Period'],
  business: ['商业号', 'Business account'],
  by: ['分组', 'Group by'],
  call: ['接口', 'Call'],
  capacity: ['同时处理数', 'Sessions at once'],
  captchaCode: ['验证结果', 'Captcha code'],
  captchaKey: ['验证编号', 'Captcha key'],
  causeNo: ['业务单号', 'Document no.'],
  channel: ['渠道', 'Channel'],
  checkId: ['检测任务', 'Check'],
  claimId: ['索赔单', 'Claim'],
  client_id: ['应用编号', 'Client ID'],
  client_secret: ['应用密钥', 'Client secret'],
  clientKey: ['浏览器编号', 'Key of the browser'],
  code: ['编号', 'Code'],
  column: ['号码列', 'Column of numbers'],
  columns: ['导出列', 'Columns'],
  commit: ['直接入库', 'Import directly'],
  consentId: ['名单声明', 'Declaration of the list'],
  country: ['国家', 'Country'],
  credential: ['通行密钥', 'Passkey'],
  current: ['页码', 'Page'],
  darkTheme: ['深色主题', 'Dark theme'],
  dataScopeIds: ['数据权限', 'Data scopes'],
  datasourceId: ['数据源', 'Data source'],
  date: ['日期', 'Day'],
  days: ['天数', 'Days'],
  deptId: ['部门', 'Department'],
  descs: ['降序字段', 'Descending by'],
  differs: ['仅看差异', 'Differences only'],
  digest: ['数据摘要', 'Digest'],
  dimension: ['统计维度', 'Dimension'],
  dryRun: ['仅试算', 'Simulation only'],
  expectedAmount: ['预计金额', 'Expected amount'],
  expectedUnitPrice: ['预计单价', 'Expected unit price'],
  favourites: ['收藏', 'Favourites'],
  fileId: ['文件', 'File'],
  filters: ['条件', 'Filters'],
  first: ['第一个', 'First'],
  followSystem: ['跟随系统', 'Follow the system'],
  force: ['仍然执行', 'Do it anyway'],
  format: ['文件格式', 'File format'],
  from: ['开始日期', 'From'],
  fromUserId: ['转出用户', 'From user'],
  fromWallet: ['转出钱包', 'From wallet'],
  grant_type: ['登录方式', 'Grant type'],
  grantType: ['登录方式', 'Grant type'],
  'hub.challenge': ['确认文本', 'Challenge'],
  'hub.mode': ['确认方式', 'Mode'],
  'hub.verify_token': ['校验令牌', 'Verify token'],
  initialAmount: ['初始金额', 'Initial amount'],
  input: ['导出条件', 'Conditions'],
  international: ['国际号码', 'International numbers'],
  intoId: ['保留的供应商', 'Supplier that stays'],
  isCovered: ['覆盖已有数据', 'Overwrite existing records'],
  isOnDuty: ['在岗', 'On duty'],
  iss: ['签发方', 'Issuer'],
  isGiven: ['是否同意', 'Whether given'],
  items: ['明细', 'Items'],
  kept: ['留存证明', 'Saved root'],
  keyword: ['关键字', 'Keyword'],
  kind: ['类型', 'Kind'],
  lastSeenMessageId: ['最后看到的消息', 'Last message seen'],
  leaseId: ['租期', 'Lease'],
  level1Rate: ['一级返佣比例', 'Level 1 rate'],
  level2Rate: ['二级返佣比例', 'Level 2 rate'],
  lightTheme: ['浅色主题', 'Light theme'],
  limit: ['条数', 'Limit'],
  line: ['行', 'Line'],
  lineType: ['线路类型', 'Line type'],
  locale: ['语言', 'Language'],
  logs: ['日志', 'Logs'],
  look: ['显示方式', 'Look'],
  menuIds: ['菜单', 'Menus'],
  merchantNo: ['商户单号', 'Merchant order no.'],
  message: ['内容', 'Message'],
  metric: ['指标', 'Metric'],
  minutes: ['分钟', 'Minutes'],
  mode: ['方式', 'Mode'],
  money: ['金额', 'Amount'],
  name: ['名称', 'Name'],
  newPassword: ['新密码', 'New password'],
  newPassword1: ['确认新密码', 'New password again'],
  numbers: ['号码', 'Numbers'],
  oauthId: ['第三方登录票据', 'Sign-in ticket'],
  oldPassword: ['原密码', 'Old password'],
  onlyStock: ['仅看有库存', 'In stock only'],
  part: ['明细类别', 'Part'],
  pass: ['通过', 'Approve'],
  password: ['密码', 'Password'],
  password2: ['确认密码', 'Password again'],
  percent: ['百分比', 'Percent'],
  period: ['时间范围', 'Period'],
  phoneId: ['短信号码', 'SMS sender'],
  phones: ['手机号', 'Phones'],
  plain: ['显示完整号码', 'Full numbers'],
  plus: ['号码带 + 号', 'With plus sign'],
  preOrderId: ['预定单', 'Pre-order'],
  productId: ['商品', 'Product'],
  progress: ['进度', 'Progress'],
  quotaId: ['额度包', 'Quota'],
  range: ['统计范围', 'Range'],
  reason: ['原因', 'Reason'],
  rebateAmount: ['返佣金额', 'Commission'],
  rebateNo: ['返佣单号', 'Commission no.'],
  recordId: ['记录', 'Record'],
  refresh_token: ['刷新令牌', 'Refresh token'],
  refreshToken: ['刷新令牌', 'Refresh token'],
  registered: ['是否开通', 'Account found'],
  resource: ['资源', 'Resource'],
  roleIds: ['角色', 'Roles'],
  row: ['记录', 'Record'],
  schema: ['模式', 'Schema'],
  screen: ['页面', 'Screen'],
  sourceVisitorId: ['来源访客', 'Visitor'],
  startDay: ['开始日期', 'First day'],
  endDay: ['结束日期', 'Last day'],
  results: ['检测结果', 'Results'],
  reverses: ['冲回的流水', 'Reversed entry'],
  roleId: ['角色', 'Role'],
  scenario: ['方案', 'Scenario'],
  scope: ['授权范围', 'Scope'],
  second: ['第二个', 'Second'],
  settings: ['设置', 'Settings'],
  side: ['借贷方向', 'Side'],
  sidebarCollapsed: ['收起侧栏', 'Folded sidebar'],
  signature: ['签名', 'Signature'],
  since: ['起始时间', 'Since'],
  size: ['每页条数', 'Page size'],
  skip: ['跳过', 'Skip'],
  sound: ['提示音', 'Sound'],
  source: ['来源', 'Source'],
  sourceNo: ['来源单号', 'Source no.'],
  state: ['状态', 'State'],
  subject: ['统计对象', 'Subject'],
  targetId: ['提取对象', 'Target'],
  targetType: ['提取对象类型', 'Target type'],
  taskId: ['任务', 'Task'],
  texts: ['短信内容', 'Texts'],
  theme: ['主题', 'Theme'],
  ticket: ['访问凭证', 'Ticket'],
  time: ['时间', 'Time'],
  to: ['结束日期', 'To'],
  told: ['已通知条数', 'Already notified'],
  topMenuId: ['顶部菜单', 'Top menu'],
  topMenuIds: ['顶部菜单', 'Top menus'],
  toUserId: ['转入用户', 'To user'],
  toWallet: ['转入钱包', 'To wallet'],
  transferNo: ['转账单号', 'Transfer no.'],
  type: ['类型', 'Type'],
  until: ['截止时间', 'Until'],
  useDeclaration: ['使用声明', 'Usage statement'],
  userIds: ['用户', 'Users'],
  username: ['账号', 'User name'],
  values: ['设置值', 'Values'],
  view: ['视图', 'View'],
  voucherNo: ['凭证号', 'Voucher no.'],
  watcher: ['监听服务', 'Watcher'],
  withBelow: ['包含全部下级', 'All sub-accounts'],
  withinDays: ['剩余天数', 'Days left'],
  zeroOnly: ['仅看零库存', 'Out of stock only'],
  codeColumn: ['验证码列', 'Column of codes'],
  codeLength: ['验证码位数', 'Digits of a code'],
  e164: ['号码', 'Number'],
  expectedTotal: ['预期总额', 'Expected total'],
  orderPhoneId: ['订单号码', 'Recipient of an order'],
  preview: ['仅预览', 'Preview only'],
  senderItemId: ['发送号码', 'Sender'],
  senderUsername: ['频道用户名', 'User name of the sender'],
  smsType: ['短信类型', 'Kind of the text'],
  submit: ['读取后提交', 'Confirm once read'],
  text: ['内容', 'Text'],
  ttl: ['有效期（秒）', 'Time to live (seconds)'],
  verdict: ['裁定', 'Verdict'],
  table: ['数据表', 'Table'],
};

let ofFields: ReadonlyMap<string, Text> | undefined;

/** The label most resources have for a field of some name. */
function usualLabel(name: string): Text | undefined {
  if (!ofFields) {
    const counts = new Map<string, Map<string, { readonly label: Text; count: number }>>();
    for (const { fields } of registry as readonly Resource[])
      for (const [field, { options }] of Object.entries(fields)) {
        const labels = counts.get(field) ?? new Map();
        const found = labels.get(options.label.zh) ?? { label: options.label, count: 0 };
        found.count += 1;
        counts.set(field, labels.set(options.label.zh, found));
      }
    ofFields = new Map(
      [...counts].flatMap(([field, labels]) => {
        const [most] = [...labels.values()].sort((a, b) => b.count - a.count);
        return most ? [[field, most.label] as const] : [];
      }),
    );
  }
  return ofFields.get(name);
}

const ID: Text = { zh: '编号', en: 'ID' };

/**
 * Returns the label of a parameter of a resource's calls, including filters: `amount_ge` has the label of the amount.
 * Undefined for an undeclared name.
 */
export function parameterLabel(name: string, { fields }: Pick<Resource, 'fields'>): Text | undefined {
  const bare = name.replace(/_[a-z]+$/, '');
  for (const one of [name, bare]) {
    if (Object.hasOwn(fields, one)) return fields[one]?.options.label;
    const named = Object.values(fields).find(({ options }) => options.alias === one || options.namedAs === one);
    if (named) return named.options.label;
    const pair = Object.hasOwn(words, one) ? words[one] : undefined;
    if (pair) return { zh: pair[0], en: pair[1] };
    if (one === 'id' || one === 'ids') return ID;
  }
  return usualLabel(name) ?? usualLabel(bare);
}
