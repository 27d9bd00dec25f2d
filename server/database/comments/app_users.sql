-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table app_user is 'Users of the app: what their accounts have beyond those of other users';
comment on column app_user.user_id is 'The account';
comment on column app_user.register_agent is 'Browser of the registration';
comment on column app_user.visitor_id is 'Visitor of the website before the registration';

comment on table app_consent is 'Consents of panel members to receive test messages';
comment on column app_consent.version is 'Version of the text they agreed to';
comment on column app_consent.given_time is 'When the consent was given';
comment on column app_consent.given_ip is 'Address without its last part';
comment on column app_consent.withdrawn_time is 'When the consent was withdrawn; empty: it counts';

comment on table app_team is 'Teams of app users';

comment on table app_team_member is 'Members of teams and the time of their membership';
comment on column app_team_member.joined_time is 'When the user joined';
comment on column app_team_member.left_time is 'When the user left; empty: still a member';

comment on view app_user_row is 'Accounts of app users with what belongs to them, for lists';
comment on column app_team.team_name is 'Name';
comment on column app_team.leader_id is 'Leader';
comment on column app_team.agent_id is 'Agent whose users the team has; empty: any';
comment on column app_team.month_target is 'Approved tasks that the team aims at in a month';
comment on column app_team.notice is 'Notice for the members';
comment on column app_team.status is '0 disabled, 1 enabled';
comment on column app_team_member.team_id is 'The team';
comment on column app_user.user_kind is '1 customer, 2 panel member';
comment on column app_user.inviter_id is 'User whose invite code they had';
comment on column app_user.kyc_level is '0 none, 1 basic, 2 full';
comment on column app_user.register_source is '1 added by staff or an agent, 2 registered on a website';
comment on column app_user.register_ip is 'Address of the registration without its last part';
comment on column app_user.agree_version is 'Version of the terms they accepted';
comment on column app_user.lock_count is 'How often the account was locked';
