import type { Column, Where } from '@postern/resource';
import { type Expression, sql } from 'kysely';
import { takesPart } from '../rbac/index.ts';

/** Whose lines are whose. Nobody decides about access that is theirs, be it by a group that they were in or have joined since. */

/** Whether a line (`t`) is about a person: themselves, or a group that they were in when the review began or are in now. */
const about = (t: Column, userId: Expression<unknown>): Where => sql`(${t('subject_id')} = ${userId}
  or exists (select 1 from access_review_members m where m.review_id = ${t('review_id')} and m.group_id = ${t('subject_id')} and m.user_id = ${userId})
  or exists (select 1 from user_group_members m where m.group_id = ${t('subject_id')} and m.user_id = ${userId}))`;

/** Reviewers (`r`) of the review of a line who may log in and belong to its organisation still, and whom it is not about. */
const others = (t: Column): Where => sql`exists (select 1 from access_review_reviewers r join users u on u.id = r.user_id
  where r.review_id = ${t('review_id')} and u.is_active and (u.date_expired is null or u.date_expired > now()) and not ${about(t, sql`u.id`)}
    and ${takesPart(sql`u.id`, t('org_id'))})`;

/** Lines (`t`) about which somebody decides: as reviewer, or as owner of the review where no reviewer may. Never those about themselves. */
export const mine = (t: Column, userId: string): Where => sql`(not ${about(t, sql`${userId}::uuid`)} and (
  exists (select 1 from access_review_reviewers r where r.review_id = ${t('review_id')} and r.user_id = ${userId})
  or (exists (select 1 from access_reviews c where c.id = ${t('review_id')} and c.owner_id = ${userId}) and not ${others(t)})))`;

/** Lines (`t`) about which somebody may decide at all. */
export const decidable = (t: Column): Where => sql`(${others(t)} or exists (select 1 from access_reviews c
  where c.id = ${t('review_id')} and c.owner_id is not null and not ${about(t, sql`c.owner_id`)}))`;
