-- Returns the counts of seven days, the newest first, after n more were sold today; `newest` is the day of the first count.
create or replace function inv_sold_after(sold bigint[], newest date, today date, n bigint) returns bigint[]
language sql immutable parallel safe as $$
  select case
    when newest is null or today - newest > 6 then array[n, 0, 0, 0, 0, 0, 0]::bigint[]
    when today <= newest then array[sold[1] + n] || sold[2:7]
    else (array[n] || array_fill(0::bigint, array[today - newest - 1]) || sold)[1:7]
  end
$$;
