-- Posts one journal. request, answer: as of fin_post_all; null when the journal number is taken.
create or replace function fin_post(request jsonb) returns jsonb language plpgsql as $$
declare
  v_ended record;
begin
  v_ended := fin_post_all(jsonb_build_array(request));
  if v_ended.refused is null then return v_ended.answers[1]; end if;
  return v_ended.why;
end $$;
