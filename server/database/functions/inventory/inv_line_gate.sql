-- The advisory lock of the line for a business and country.
create or replace function inv_line_gate(p_tenant text, p_business integer, p_country text) returns bigint language sql immutable as $$
  select hashtextextended('line:' || p_tenant || ':' || p_business || ':' || p_country, 0)
$$;
