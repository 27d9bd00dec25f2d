comment on table src_visit is 'Visits of the company''s sites: a row for each visitor, site, day and campaign; kept for 90 days';
comment on column src_visit.day is 'Day of the visit in the tenant''s time zone';
comment on column src_visit.hits is 'Page loads of the visitor on this day';
comment on column src_visit.ip_trunc is 'Network of the address: 24 bits of IPv4, 48 of IPv6';
comment on column src_visit.visitor_id is 'Random id that the site keeps in the browser';

comment on table src_day is 'Totals of visits by day, site, source and campaign; kept for ever';
comment on column src_day.day is 'Day of the visits in the tenant''s time zone';
comment on column src_day.site_code is 'Code of the site; * for smaller ones of a day with many';
comment on column src_day.source_type is 'Source of the visits';
comment on column src_day.utm_campaign is 'Campaign; empty without one, * for smaller ones of a day with many';
comment on column src_day.visits is 'Page loads';
comment on column src_day.visitors is 'Visitors whose first visit of the day is among these';
comment on column src_day.new_visitors is 'Those of them the site had not seen before';
comment on column src_day.registrations is 'Users whose registration is attributed to these visits';
comment on column src_day.first_recharges is 'Those of them who have recharged';

comment on table src_day_state is 'Days whose visits changed, and up to which change their totals are counted';
comment on column src_day_state.day is 'Day of the visits';
comment on column src_day_state.changed_mark is 'Last change of a visit';
comment on column src_day_state.counted_mark is 'Change up to which the totals are counted';
comment on column src_day_state.counted_time is 'When they were counted';
