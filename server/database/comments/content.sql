-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table cnt_activity is 'Activities that give bonuses or only inform';
comment on column cnt_activity.rule_json is 'Steps {min, bonus, rate, cap}: amounts as decimal text, the rate in percent';
comment on column cnt_activity.used_budget is 'Sum of its bonuses that are not returned; never above the budget';
comment on column cnt_activity.is_per_tree is 'Whether an agent and all accounts below have one claim and one limit together';
comment on column cnt_activity.picture_ids is 'Stored files its texts show';
comment on column cnt_activity.alone_user is 'The user who published it without a second person';
comment on column cnt_activity.alone_time is 'When it was published without a second person';
comment on column cnt_activity.approval_id is 'Request of a second person to publish it';

comment on table cnt_grant is 'Bonuses that activities gave, one for an activity, user and cause';
comment on column cnt_grant.tenant_id is 'Tenant';
comment on column cnt_grant.activity_id is 'The activity';
comment on column cnt_grant.cause is '1 a recharge, 2 a claim, 3 an invited user';
comment on column cnt_grant.cause_no is 'Number of the recharge, title of the coupon, account of the invited user';
comment on column cnt_grant.cause_id is 'The recharge, the activity of a claim, or the invited user';
comment on column cnt_grant.status is '1 granted, 2 returned with its recharge';

comment on table cnt_announcement is 'Announcements to chosen readers';
comment on column cnt_announcement.targets is 'Sum of 1 agents, 2 sub-users, 4 app users, 8 staff';
comment on column cnt_announcement.picture_ids is 'Stored files its texts show';

comment on table cnt_announcement_read is 'Readers of announcements, each once';
comment on column cnt_announcement_read.announcement_id is 'The announcement';
comment on column cnt_announcement_read.user_id is 'The reader';
comment on column cnt_announcement_read.read_time is 'When the reader confirmed or opened it';

comment on table cnt_instruction is 'Help articles';
comment on column cnt_instruction.screens is 'Addresses of the screens it explains';
comment on column cnt_instruction.words is 'Title and content without tags, for the search of the help centre';
comment on column cnt_instruction.picture_ids is 'Stored files its content shows';

comment on table cnt_picture is 'Stored files that are pictures of formatted texts; no other file is answered as one';
comment on column cnt_picture.resource is 'The resource whose texts may show it';
