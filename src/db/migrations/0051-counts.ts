/**
 * Keeps every count of an offering that was submitted. The counts of earlier sessions are rebuilt from the audit log: who
 * submitted and reopened them, when and why, and what the session then said. The sum of an earlier count that was reopened
 * is known only if the session had a control total. A count has the fields of `OfferingCount`, with amounts in minor
 * units. The index finds the entries of some actions in a month.
 */
export const counts = {
  name: '0051-counts',
  sql: `
alter table offeringSessions add column counts text not null default '[]' check (json_valid(counts));

create temporary table told as
  select id, entityId, action, at, actorId, actorName, changes
  from auditLogs where entityType = 'OfferingSession';
create index temp.toldByEntity on told (entityId, id);

create temporary table submitted as
  select s.entityId, s.id, s.at, s.actorId, s.actorName,
    (select min(r.id) from told r
      where r.entityId = s.entityId and r.id > s.id and r.action = 'OfferingSessionReopened') as reopening,
    (select json_extract(e.changes, '$.countedBy[1]') from told e
      where e.entityId = s.entityId and e.id <= s.id and json_type(e.changes, '$.countedBy') is not null
      order by e.id desc limit 1) as countedBy,
    (select json_extract(e.changes, '$.countedCash[1]') from told e
      where e.entityId = s.entityId and e.id <= s.id and json_type(e.changes, '$.countedCash') is not null
      order by e.id desc limit 1) as countedCash,
    (select json_extract(e.changes, '$.countedChecks[1]') from told e
      where e.entityId = s.entityId and e.id <= s.id and json_type(e.changes, '$.countedChecks') is not null
      order by e.id desc limit 1) as countedChecks,
    (select json_extract(e.changes, '$.controlTotal[1]') from told e
      where e.entityId = s.entityId and e.id <= s.id and json_type(e.changes, '$.controlTotal') is not null
      order by e.id desc limit 1) as controlTotal
  from told s where s.action = 'OfferingSessionSubmitted';

-- A session whose submission is in no entry has one count, which is as the session is now.
insert into submitted (entityId, id, at, actorId, actorName, countedBy, countedCash, countedChecks)
  select cast(offeringSessions.id as text), 0, submittedAt, submittedBy, coalesce(displayName, ''), countedBy,
    countedCashMinor / 100.0, countedChecksMinor / 100.0
  from offeringSessions left join users on users.id = submittedBy
  where submittedAt is not null
    and not exists (select 1 from submitted where submitted.entityId = cast(offeringSessions.id as text));

update offeringSessions set counts = coalesce((
  select json_group_array(json_object(
    'at', s.at,
    'countedBy', json(coalesce(s.countedBy, '[]')),
    'countedCash', cast(round(100 * s.countedCash) as integer),
    'countedChecks', cast(round(100 * s.countedChecks) as integer),
    'total', case when s.reopening is null
      then (select coalesce(sum(amountMinor), 0) from givings
        where sessionId = offeringSessions.id and givings.deletedAt is null and nonCashDescription is null)
      else cast(round(100 * s.controlTotal) as integer) end,
    'submittedBy', s.actorId,
    'submittedByName', s.actorName,
    'reopenedAt', r.at,
    'reopenedBy', r.actorId,
    'reopenedByName', r.actorName,
    'reason', json_extract(r.changes, '$.reason[1]')
  ) order by s.id)
  from submitted s left join told r on r.id = s.reopening
  where s.entityId = cast(offeringSessions.id as text)
), '[]');

drop table submitted;
drop table told;

create index auditLogsByActionInTime on auditLogs (action, at);
`,
};
