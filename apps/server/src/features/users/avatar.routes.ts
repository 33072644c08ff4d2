import { choice, type Route } from '@postern/resource';
import { download } from '../../platform/routes/download.ts';
import { WORDS } from '../../platform/shown.ts';

/** Pictures of people who have none of their own: ours, drawn here (docs/wire/users.md#pictures). */
const FILL = { 'admin.svg': '#0e7f5c', 'user.svg': '#64748b' } as const;

const picture = (fill: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="20" fill="${fill}"/><circle cx="20" cy="15.5" r="6.5" fill="#fff"/><path d="M8 34c1.4-7 6-10.5 12-10.5S30.600 27 32 34" fill="#fff"/></svg>`;

const named = choice({
  label: WORDS.name,
  required: true,
  choices: [
    { value: 'admin.svg', label: WORDS.name },
    { value: 'user.svg', label: WORDS.name },
  ],
});

export const avatarRoute: Route = download({
  path: '/static/img/avatar/:name',
  name: 'users.avatar',
  who: { allow: 'anyone', because: 'two drawings that are the same for everybody' },
  rows: { none: 'two drawings' },
  params: { name: named },
  give: (_ctx, { params }) => ({ body: picture(FILL[params.name]), type: 'image/svg+xml', cache: 'public, max-age=86400' }),
});
