import { COLUMN, defineTable } from '@postern/resource';

/** Who was in a group when a review began. The name stays when the person goes. */
export const reviewMembers = defineTable({
  name: 'access_review_members',
  columns: {
    review_id: 'uuid not null references access_reviews (id) on delete cascade',
    group_id: 'uuid not null',
    user_id: 'uuid not null',
    display: 'text not null',
    date_created: COLUMN.now,
  },
  constraints: ['primary key (review_id, group_id, user_id)'],
});
