-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table prc_agent_price is 'Terms of single agents: prices, resale prices, limits and rebate rates';
comment on column prc_agent_price.owner_id is 'The agent';
comment on column prc_agent_price.owner_path is 'Line of agents above the agent, its own id last';
comment on column prc_agent_price.kind is '1 price of the agent itself, 2 price of those below it';
comment on column prc_agent_price.country_code is '* for every country';
comment on column prc_agent_price.price is 'In micro-units; at most one of it and the discount';
comment on column prc_agent_price.discount is 'Factor on the price of the book';
comment on column prc_agent_price.template_id is 'It was copied from; null once it was changed by hand';

comment on table prc_agent_template is 'Sets of terms to give to agents';
comment on column prc_agent_template.template_name is 'Its name';
comment on column prc_agent_template.agent_level is 'Level of agents that the template is for; null: any';
comment on column prc_agent_template.items is 'The terms, as a call takes them';

comment on table prc_price is 'The price book: one price of one thing for a time';
comment on column prc_price.tiers is 'Prices by quantity';
comment on column prc_price.used is '1 once something was sold at it: it cannot be removed then';
comment on column prc_price.planned_expire_time is 'End that was planned before a newer price cut it short';
