-- Comments of the tables of totals.

comment on table stat_sale_change is 'Changes of orders that are not in the totals yet';
comment on column stat_sale_change.day is 'Day in the time zone of the tenant';
comment on column stat_sale_change.hour is 'Hour of that day, from 0';
comment on column stat_sale_change.agent_id is 'The agent of the buyer';
comment on column stat_sale_change.business_type is 'Business';
comment on column stat_sale_change.country_code is 'Country';
comment on column stat_sale_change.product_id is 'Product';
comment on column stat_sale_change.orders is 'Orders that are neither unpaid nor cancelled';
comment on column stat_sale_change.numbers is 'Numbers less those returned';
comment on column stat_sale_change.amount is 'Money less refunds, in micro-units';

comment on table stat_sale_day is 'Sales by day, business, country and product';
comment on column stat_sale_day.day is 'Day in the time zone of the tenant';
comment on column stat_sale_day.business_type is 'Business';
comment on column stat_sale_day.country_code is 'Country';
comment on column stat_sale_day.product_id is 'Product';
comment on column stat_sale_day.orders is 'Orders that are neither unpaid nor cancelled';
comment on column stat_sale_day.numbers is 'Numbers less those returned';
comment on column stat_sale_day.amount is 'Money less refunds, in micro-units';

comment on table stat_sale_hour is 'Sales by hour of the day';
comment on column stat_sale_hour.day is 'Day in the time zone of the tenant';
comment on column stat_sale_hour.hour is 'Hour of that day, from 0';
comment on column stat_sale_hour.business_type is 'Business';
comment on column stat_sale_hour.country_code is 'Country';
comment on column stat_sale_hour.orders is 'Orders that are neither unpaid nor cancelled';
comment on column stat_sale_hour.numbers is 'Numbers less those returned';
comment on column stat_sale_hour.amount is 'Money less refunds, in micro-units';

comment on table stat_sale_agent is 'Sales by day, agent, business and country';
comment on column stat_sale_agent.day is 'Day in the time zone of the tenant';
comment on column stat_sale_agent.agent_id is 'The agent of the buyer';
comment on column stat_sale_agent.business_type is 'Business';
comment on column stat_sale_agent.country_code is 'Country';
comment on column stat_sale_agent.orders is 'Orders that are neither unpaid nor cancelled';
comment on column stat_sale_agent.numbers is 'Numbers less those returned';
comment on column stat_sale_agent.amount is 'Money less refunds, in micro-units';

comment on table stat_sale_agent_day is 'Sales by day and agent, of all businesses and countries';
comment on column stat_sale_agent_day.day is 'Day in the time zone of the tenant';
comment on column stat_sale_agent_day.agent_id is 'The agent of the buyer';
comment on column stat_sale_agent_day.orders is 'Orders that are neither unpaid nor cancelled';
comment on column stat_sale_agent_day.numbers is 'Numbers less those returned';
comment on column stat_sale_agent_day.amount is 'Money less refunds, in micro-units';

comment on table stat_line_change is 'Outcomes of lines that are not in the totals yet';
comment on column stat_line_change.day is 'Day in the time zone of the tenant';
comment on column stat_line_change.hour is 'Hour of that day, from 0';
comment on column stat_line_change.resource is 'The resource of the tasks';
comment on column stat_line_change.owner_id is 'Owner of the tasks';
comment on column stat_line_change.checked is 'Lines with a finding';
comment on column stat_line_change.submitted is 'Messages handed over';
comment on column stat_line_change.delivered is 'Delivered messages';
comment on column stat_line_change.failed is 'Failed messages';

comment on table stat_line_hour is 'Outcomes of lines by hour and owner';
comment on column stat_line_hour.day is 'Day in the time zone of the tenant';
comment on column stat_line_hour.hour is 'Hour of that day, from 0';
comment on column stat_line_hour.resource is 'The resource of the tasks';
comment on column stat_line_hour.owner_id is 'Owner of the tasks';
comment on column stat_line_hour.checked is 'Lines with a finding';
comment on column stat_line_hour.submitted is 'Messages handed over';
comment on column stat_line_hour.delivered is 'Delivered messages';
comment on column stat_line_hour.failed is 'Failed messages';

comment on table stat_active_month is 'Accounts that signed in, by month';
comment on column stat_active_month.month is 'First day of the month in the time zone of the tenant';
comment on column stat_active_month.user_id is 'The account';
