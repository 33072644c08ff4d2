import type { Row } from '@postern/client/api';

/** Messages of the system by category, and one of them with who gets it. */
export type Category = Row<'systemMsgSubscription'>;
export type Subscription = Category['children'][number];
