-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table auth_attempt is 'Failed sign-ins by account and address';
comment on column auth_attempt.address is 'Address of the client';
comment on column auth_attempt.failures is 'Failed tries';
comment on column auth_attempt.expires_at is 'When the failures are forgotten';
comment on column auth_attempt.checking is 'Passwords being checked at this moment';
comment on column auth_attempt.checking_until is 'When those checks count as lost';

comment on table auth_captcha is 'Captchas that wait for an answer';
comment on column auth_captcha.key is 'Key';
comment on column auth_captcha.answer_hash is 'Digest of the answer';

comment on table auth_passkey is 'Passkeys of users';
comment on column auth_passkey.credential_id is 'Id the authenticator gave it';
comment on column auth_passkey.public_key is 'Public key';
comment on column auth_passkey.sign_count is 'The authenticator''s own count of its uses';
comment on column auth_passkey.transports is 'Ways to reach the authenticator';
comment on column auth_passkey.rp_id is 'the host name it was made for; a browser offers it there only';
comment on column auth_passkey.name is 'Name its user gave it';
comment on column auth_passkey.backed_up is 'kept by a password manager and so on several devices';
comment on column auth_passkey.last_used_at is 'When it was used last';

comment on table auth_recovery_code is 'Recovery codes of a second factor, each good once';
comment on column auth_recovery_code.code_hash is 'Digest of the code';
comment on column auth_recovery_code.used_at is 'When it was used; null while it is good';

comment on view sys_online is 'Open sessions with the users they belong to';
comment on table auth_session is 'Sessions: one sign-in on one browser';
comment on column auth_session.address is 'Address of the client';
comment on column auth_session.user_agent is 'Browser of the client, as it reports itself';
comment on column auth_session.ended_at is 'End of the session; null while it is open';
comment on column auth_session.end_reason is 'Why it ended';
comment on column auth_session.locked_at is 'since when the screen is locked; null while it is open';
comment on column auth_session.method is 'password, totp, passkey or social';
comment on column auth_session.client_id is 'Client application it was opened with; empty: none was named';
comment on column auth_session.last_seen_at is 'exact to a minute: not every call writes';
comment on column auth_session.stepped_up_at is 'When the second factor was given last';
comment on column auth_session.dept_id is 'Department it is narrowed to; null: all of its user';
comment on column auth_session.role_id is 'Role it is narrowed to; null: all of its user';

comment on table auth_social_request is 'Sign-ins under way at a social provider';
comment on column auth_social_request.state_hash is 'Digest of the state parameter';
comment on column auth_social_request.browser_hash is 'Digest of the secret in the browser''s cookie: no other browser can use this state';
comment on column auth_social_request.source is 'Key of the provider in the settings';
comment on column auth_social_request.redirect_uri is 'Where the provider sends the browser back to';
comment on column auth_social_request.session_id is 'Session that links a provider, the only one that may finish; null: a sign-in';

comment on table auth_social_ticket is 'Proof of a provider about a user without an account, valid for one registration';
comment on column auth_social_ticket.hash is 'Digest of the ticket';
comment on column auth_social_ticket.source is 'Key of the provider in the settings';
comment on column auth_social_ticket.subject is 'Identity of the user at the provider';
comment on column auth_social_ticket.name is 'Name';
comment on column auth_social_ticket.email is 'E-mail address';

comment on table auth_ticket is 'Steps of a sign-in or of a proof that wait for their next one, each good once';
comment on column auth_ticket.token_hash is 'Digest of the token; the token itself is not stored';
comment on column auth_ticket.kind is 'Purpose';
comment on column auth_ticket.data is 'Input of the next step';

comment on table auth_token is 'Access and refresh tokens of sessions, as digests';
comment on column auth_token.session_id is 'Session';
comment on column auth_token.kind is '1 access, 2 refresh';
comment on column auth_token.hash is 'Digest of the secret; the secret itself is not stored';
comment on column auth_token.used_at is 'When a refresh token was used';
comment on column auth_token.replaced_by is 'Token that replaced it';
comment on column auth_token.nonce is 'Derives, with the token itself, the tokens that replaced it: a second tab gets the same answer';

comment on table auth_totp is 'Authenticator apps used as second factor';
comment on column auth_totp.user_id is 'User';
comment on column auth_totp.secret is 'sealed with the key of the installation';
comment on column auth_totp.confirmed_at is 'null during set-up: not required at sign-in yet';
comment on column auth_totp.last_step is 'the half minute of the last accepted code; no code is taken twice';

comment on table sys_dept is 'Departments';
comment on column sys_dept.parent_id is 'Null at the top';
comment on column sys_dept.path is 'ids from the root down, own id last: /1/7/';
comment on column sys_dept.dept_category is '1 company, 2 department, 3 team';

comment on table sys_menu is 'Menus and buttons; the code of a button is a permission';
comment on column sys_menu.parent_id is 'Null at the top';
comment on column sys_menu.code is 'Of a button its permission';
comment on column sys_menu.path is 'Of a page of the console, or of the web; null for buttons and entries that only have buttons';
comment on column sys_menu.category is '1 menu, 2 button';
comment on column sys_menu.alias is 'Menu, or the action of a button';
comment on column sys_menu.action is 'Place of its button';
comment on column sys_menu.is_open is '1 in a tab, 2 in a new window';
comment on column sys_menu.visible is '0 leaves it out of the side menu';
comment on column sys_menu.component is 'Component the specification names';
comment on column sys_menu.is_built_in is 'Declared by the program: code and address are fixed, and it cannot be removed';
comment on column sys_menu.agent_place is '0 the place of staff, 1 a place of its own, 2 not in the menu of agents';
comment on column sys_menu.agent_parent_id is 'With agent_place 1; null at the top';
comment on column sys_menu.agent_sort is 'With agent_place 1; null: sort';
comment on column sys_menu.agent_name is 'With agent_place 1; null: name';
comment on column sys_menu.agent_name_en is 'With agent_place 1; null: name_en';
comment on table sys_menu_takeover is 'Takeovers of the delivered arrangement of the menu; the one that is not undone is in use';
comment on column sys_menu_takeover.places is 'Places of the changed rows before and after; null on an installation that began with the arrangement';
comment on column sys_menu_takeover.undone_user is 'Who undid it';
comment on column sys_menu_takeover.undone_time is 'When it was undone';
comment on column sys_menu.meta is 'further effects of opening the entry: i18n, roles, isTab, target, query';

comment on table sys_role is 'Roles';
comment on column sys_role.parent_id is 'Rights taken from the parent are taken from this role too; null at the top';
comment on column sys_role.role_alias is 'The role in the code, in messages and in seeds';
comment on column sys_role.needs_second_factor is '0 no, 1 yes';
comment on column sys_role.status is '0 disabled, 1 enabled';

comment on table sys_role_menu is 'Menus and buttons a role grants';

comment on table sys_data_scope is 'Data scopes: which rows and fields of a resource a role reaches';
comment on column sys_data_scope.scope_type is '1 all, 2 own, 3 own department, 4 own department and below, 5 by conditions';
comment on column sys_data_scope.scope_value is 'Parameters of the resource’s list; null unless the type is 5';
comment on column sys_data_scope.scope_field is 'Names, comma-joined; * is all';
comment on column sys_data_scope.writable_field is 'Names, comma-joined; * is all';

comment on table sys_role_data_scope is 'Data scopes a role is granted';
comment on column sys_role_data_scope.data_scope_id is 'Data scope';

comment on table sys_api_scope is 'API scopes: routes that are refused to roles they are not granted to';
comment on column sys_api_scope.scope_method is '1 GET, 2 POST';
comment on column sys_api_scope.scope_type is '1 system, 2 business';

comment on table sys_role_api_scope is 'API scopes a role is granted';
comment on column sys_role_api_scope.api_scope_id is 'API scope';

comment on table sys_tenant is 'Tenants';
comment on column sys_tenant.tenant_id is 'Six digits, never changed';
comment on column sys_tenant.domain is 'In small letters';
comment on column sys_tenant.accent is '#rrggbb';
comment on column sys_tenant.time_zone is 'IANA name; empty: Asia/Shanghai';
comment on column sys_tenant.package_id is 'Null: all menus';
comment on column sys_tenant.account_number is 'Zero or less: as many as it likes';
comment on column sys_tenant.expire_time is 'Null: never';
comment on column sys_tenant.status is '0 disabled, 1 enabled';
comment on column sys_tenant.deleted_at is 'When it was archived; null before';

comment on table sys_post is 'Posts: positions of people in the company';

comment on table sys_client is 'Applications people sign in with, of the whole installation';
comment on column sys_client.tenant_id is 'The platform: clients are of the whole installation';
comment on column sys_client.client_secret is 'Sealed';

comment on table sys_tenant_package is 'Packages: menus and buttons that tenants can have at most';
comment on column sys_tenant_package.tenant_id is 'Tenant it belongs to: the platform';

comment on table sys_tenant_package_menu is 'Menus and buttons in each package';
comment on column sys_tenant_package_menu.package_id is 'Package';

comment on table sys_top_menu is 'Menus across the top';

comment on table sys_top_menu_menu is 'Menus each top menu leads to';
comment on column sys_top_menu_menu.top_menu_id is 'Top menu';

comment on table sys_user is 'Users: staff, agents and sub-users';
comment on column sys_user.real_name_pinyin is 'Name and its readings in Latin letters, in full and as initials, for searches';
comment on column sys_user.password_hash is 'Password, hashed';
comment on column sys_user.must_change_password is '1: has to be changed at the next sign-in';
comment on column sys_user.credentials_reset_by is 'User who last reset their password or second factor; for 72 hours that user cannot decide their requests';
comment on column sys_user.credentials_reset_at is 'When that was';
comment on column sys_user.closes_below is 'Whether users below the disabled agent cannot sign in either';
comment on column sys_user.paused_since is 'Since when an agent above is disabled: leases, grace and packages of this user are paused; null where none is';
comment on column sys_user.status_path is 'Path of the user who set the state, / for staff: an agent changes only states set at or below its own path';
comment on column sys_user.spend_limit_day_path is 'Path of the user who set the daily limit, / for staff; null without a limit';
comment on column sys_user.spend_limit_month_path is 'Path of the user who set the monthly limit, / for staff; null without a limit';
comment on column sys_user.password_given_at is 'When another person last set their password: a password to be changed is valid for account.initialPasswordHours';
comment on column sys_user.user_type is '1 staff, 2 agent, 3 sub-user, 4 app user';
comment on column sys_user.avatar is 'Stored file of the picture';
comment on column sys_user.parent_id is 'Agent above; null at the top';
comment on column sys_user.depth is 'Agents above, counted';
comment on column sys_user.agent_level is 'Price level of an agent, 1–4';
comment on column sys_user.sub_count is 'Agents and sub-users right below';
comment on column sys_user.invite_code is 'Code others register under';
comment on column sys_user.kyc_status is '0 none, 1 in review, 2 verified, 3 refused';
comment on column sys_user.spend_limit_day is 'micro-units; null: no limit';
comment on column sys_user.spend_limit_month is 'micro-units; null: no limit';
comment on column sys_user.contract_no is 'Number of the contract with the agent';
comment on column sys_user.contract_start is 'First day of the contract';
comment on column sys_user.contract_end is 'Last day of the contract';
comment on column sys_user.contract_note is 'Note on the contract';
comment on column sys_user.contract_attach_ids is 'Addresses they are shown at';
comment on column sys_user.contract_reminded_days is 'Days before the end of the contract that the last reminder was for; 0: after it';
comment on column sys_user.time_zone is 'IANA zone; empty: that of the browser';
comment on column sys_user.status is '0 disabled, 1 normal, 2 locked, 3 waiting for approval';
comment on column sys_user.lock_password_hash is 'Password that opens a locked screen, hashed; null: the sign-in password';
comment on column sys_user.refused_at is 'When the registration was rejected; null again once the account is approved';
comment on column sys_user.sex is '1 male, 2 female, 3 unknown';
comment on column sys_user.leader_id is 'The user one answers to';
comment on column sys_user.platform is '1 web, 2 app, 3 other';
comment on column sys_user.user_ext is 'Free text of the platform about the user';

comment on table sys_user_post is 'The posts people hold';
comment on column sys_user_post.user_id is 'User who holds it';
comment on column sys_user_post.post_id is 'The post';
comment on table sys_user_dept is 'Departments of users';
comment on column sys_user_dept.dept_id is 'Department';

comment on table sys_user_oauth is 'Accounts at social providers linked to users';
comment on column sys_user_oauth.source is 'Key of the provider in the settings';
comment on column sys_user_oauth.subject is 'identity at the provider; account, name and email are its last values';
comment on column sys_user_oauth.name is 'Name';
comment on column sys_user_oauth.email is 'E-mail address';
comment on column sys_user_oauth.last_login_time is 'When it was signed in with last';

comment on table sys_user_preference is 'Preferences of users in the console';
comment on column sys_user_preference.key is 'Name of the preference';
comment on column sys_user_preference.value is 'Value of the preference';

comment on table sys_user_role is 'Roles of users';
