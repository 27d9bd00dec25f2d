-- Sets the verification state of a user's row from its documents: verified while some are approved, else in review
-- while some are in review, else rejected if the last ones were.
create or replace function agt_keep_kyc() returns trigger language plpgsql as $$
begin
  update sys_user set kyc_status = case
    when exists (select from agt_verification v where v.user_id = new.user_id and v.status = 2) then 2
    when exists (select from agt_verification v where v.user_id = new.user_id and v.status = 1) then 1
    when (select v.status in (3, 6) from agt_verification v where v.user_id = new.user_id order by v.id desc limit 1) then 3
    else 0 end
  where id = new.user_id;
  return null;
end $$;
