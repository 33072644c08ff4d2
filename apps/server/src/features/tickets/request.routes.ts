import { randomUUID } from 'node:crypto';
import { ACTION, ACTION_TREE } from '@postern/contract/actions';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import {
  and,
  bits,
  type Context,
  can,
  containing,
  datetime,
  eb,
  formatDatetime,
  INTEGER_SCHEMA,
  type Kernel,
  listSchema,
  objectSchema,
  type Route,
  type RowOf,
  reference,
  retrieve,
  TEXT_SCHEMA,
  text as textField,
  textList,
} from '@postern/resource';
import { inEveryOrganisation, inOrganisation } from '../../platform/context.ts';
import { uuids } from '../../platform/fields.ts';
import { creation } from '../../platform/routes/creation.ts';
import { detail } from '../../platform/routes/detail.ts';
import { form } from '../../platform/routes/form.ts';
import { ownList } from '../../platform/routes/list.ts';
import { answerShape, DONE, orNull, WORDS } from '../../platform/shown.ts';
import { asset, assetRows } from '../assets/index.ts';
import { node, nodeRows } from '../nodes/index.ts';
import { belongsTo } from '../rbac/index.ts';
import { type DecideDeps, decideTicket } from './decide-ticket.ts';
import { levelsFor } from './deciders.ts';
import { ticketFlow } from './flow.resource.ts';
import { offeredIn, refuseNotOffered } from './offered.ts';
import { type OpenDeps, storeTicket } from './open-ticket.ts';
import { againOf, judgeRenewal } from './renewal.ts';
import { calledOf, fieldsOf, lapsesAt, permissionName, readWanted, refuseEmpty, replaceWanted, toldOf } from './request.ts';
import { displayOf } from './reviewers.ts';
import { accessRequest, ticket, WANTED_WORDS } from './ticket.resource.ts';

export const BASE = '/api/v1/tickets/apply-asset-tickets/';
const who = can('tickets.view_ticket');
const MAX_NAMED = 1_000;
const MAX_ACCOUNTS = 100;

export const WANTED = {
  apply_nodes: uuids(WANTED_WORDS.nodes, MAX_NAMED),
  apply_assets: uuids(WANTED_WORDS.assets, MAX_NAMED),
  apply_accounts: textList({ label: WANTED_WORDS.accounts, max: 128, most: MAX_ACCOUNTS, default: [] }),
  apply_actions: bits({ label: WANTED_WORDS.actions, tree: ACTION_TREE, nullable: true, default: ACTION.connect }),
  apply_date_start: datetime({ label: WANTED_WORDS.start, required: true }),
  apply_date_expired: datetime({ label: WANTED_WORDS.ends, required: true }),
};

/** An organisation in which somebody may ask: one of which they are a member. @throws InvalidInput under `org_id` */
export async function askedIn(ctx: Context, given: string): Promise<string> {
  const id = parseUuid(given);
  if (!id || !(await belongsTo(ctx, id, ctx.actor.id))) throw InvalidInput.on('org_id', 'does_not_exist', { value: given.slice(0, 64) });
  return id;
}

export const shownTicket = async (kernel: Kernel, ctx: Context, id: string) =>
  retrieve(kernel, kernel.byName(accessRequest.name), inEveryOrganisation(ctx), id, {});

const RENEWS = text('Renews', '续期', '延長元');

interface RequestDeps extends OpenDeps, DecideDeps {
  settings: SettingsReader;
}

const open = (deps: RequestDeps): Route =>
  creation({
    path: `${BASE}open/`,
    name: 'tickets.applyassetticket.open',
    who,
    rows: { of: [asset, node, ticketFlow, accessRequest] },
    rootOrg: true,
    answer: { rows: accessRequest.name, view: 'detail', one: true },
    body: {
      title: textField({ label: ticket.fields.title.options.label, required: true, max: 256 }),
      org_id: textField({ label: WORDS.organisation, required: true, max: 36 }),
      comment: textField({ label: WORDS.comment, multiline: true, max: 4_096, blank: true, default: '' }),
      renews: reference(accessRequest.name, { label: RENEWS, nullable: true, default: null, sameOrg: false }),
      ...WANTED,
    },
    errors: ['request_impossible', 'throttled'],
    async create(ctx, { body, kernel }) {
      const orgId = await askedIn(ctx, body.org_id);
      const wanted = await readWanted(kernel, ctx, orgId, body);
      await refuseNotOffered(ctx, await offeredIn(ctx, deps.settings, orgId), wanted);
      const renewed = body.renews ? await judgeRenewal(ctx, body.renews, orgId, wanted) : undefined;
      const applicant = { id: ctx.actor.id, name: ctx.actor.name, username: ctx.actor.username };
      const levels = await levelsFor(ctx, orgId, applicant.id);
      const empty = levels.findIndex(({ people }) => people.length === 0);
      if (levels.length === 0 || empty >= 0) throw new CodedError('request_impossible', { level: empty + 1 || 1 });
      const id = randomUUID();
      const told = toldOf(await calledOf(ctx, wanted));
      await storeTicket(inOrganisation(ctx, orgId), deps, {
        id,
        type: 'apply_asset',
        orgId,
        applicant,
        title: body.title,
        comment: body.comment,
        fields: { ...fieldsOf(wanted), apply_permission_name: permissionName(body.title, id), renews_id: body.renews },
        ...told,
        snapshot: { ...told.snapshot, ...(renewed === undefined ? {} : { renews: renewed }) },
        levels: levels.map(({ people }) => people),
        lapses: lapsesAt(ctx, wanted),
      });
      return shownTicket(kernel, ctx, id);
    },
  });

/** Approves with what is given in place of what was asked for; each call says all of it. */
const approve = (deps: DecideDeps): readonly Route[] =>
  form({
    path: `${BASE}:id/approve/`,
    who,
    rows: { one: accessRequest, unlocked: true },
    rootOrg: true,
    write: {
      put: 'tickets.applyassetticket.approve',
      patch: 'tickets.applyassetticket.partialApprove',
      body: WANTED,
      answer: DONE,
      errors: ['ticket_closed', 'ticket_went_on', 'beyond_request', 'applicant_gone'],
      async take(ctx, { body, row, kernel }) {
        await decideTicket(ctx, deps, row as RowOf<typeof ticket>, 'approve', async (inner, about, last) => {
          const given = await readWanted(kernel, inner, about.org_id, body);
          const note = await replaceWanted(kernel, inner, about, given);
          if (last) refuseEmpty(given);
          return note;
        });
        return 'ok';
      },
    },
  });

/** Names that are offered at most; who looks for others types more of them. */
const OFFERED = 20;

const SEARCH = {
  org_id: textField({ label: WORDS.organisation, required: true, max: 36 }),
  search: textField({ label: WORDS.name, max: 128, blank: true, default: '' }),
};
const NAMES = listSchema(objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA }));
const NAMED = answerShape(NAMES);
const OFFER = { who, rootOrg: true, whole: true, query: SEARCH, answer: NAMED } as const;

/** What may be asked for: how it is called, and nothing else of it. */
const offered = ({ settings }: RequestDeps): readonly Route[] => [
  ownList({
    ...OFFER,
    path: `${BASE}offered-assets/`,
    name: 'tickets.applyassetticket.assets',
    rows: { of: [asset] },
    async items(ctx, { query }) {
      const there = inOrganisation(ctx, await askedIn(ctx, query.org_id));
      return (
        ctx.tx
          .selectFrom('assets as a')
          .select(['a.id', 'a.name'])
          .where(and(assetRows(there, 'a'), eb('a.is_active', '=', true), (await offeredIn(ctx, settings, there.org.id)).assets))
          // By what is told of it: found by an address, it would tell who guesses where things are (decision 0138).
          .$if(query.search !== '', (some) => some.where('a.name', 'ilike', containing(query.search)))
          .orderBy('a.name')
          .orderBy('a.id')
          .limit(OFFERED)
          .execute()
      );
    },
  }),
  ownList({
    ...OFFER,
    path: `${BASE}offered-nodes/`,
    name: 'tickets.applyassetticket.nodes',
    rows: { of: [node] },
    async items(ctx, { query }) {
      const there = inOrganisation(ctx, await askedIn(ctx, query.org_id));
      return ctx.tx
        .selectFrom('nodes as n')
        .select(['n.id', 'n.full_value as name'])
        .where(and(nodeRows(there, 'n'), (await offeredIn(ctx, settings, there.org.id)).nodes))
        .$if(query.search !== '', (some) => some.where('n.full_value', 'ilike', containing(query.search)))
        .orderBy('n.full_value')
        .orderBy('n.id')
        .limit(OFFERED)
        .execute();
    },
  }),
];

/** Who would decide, if the caller asked now. */
const deciders: Route = ownList({
  path: `${BASE}deciders/`,
  name: 'tickets.applyassetticket.deciders',
  who,
  rows: { of: [ticketFlow] },
  rootOrg: true,
  whole: true,
  query: { org_id: SEARCH.org_id },
  answer: answerShape(listSchema(objectSchema({ level: INTEGER_SCHEMA, people: listSchema(TEXT_SCHEMA) }))),
  async items(ctx, { query }) {
    const levels = await levelsFor(ctx, await askedIn(ctx, query.org_id), ctx.actor.id);
    return levels.map(({ people }, at) => ({ level: at + 1, people: people.map(displayOf) }));
  },
});

/** What of one's own earlier request can be asked for once more (docs/wire/tickets.md#asking-again). */
const again = ({ settings }: RequestDeps): Route =>
  detail({
    path: `${BASE}:id/again/`,
    name: 'tickets.applyassetticket.again',
    who,
    rows: { one: accessRequest },
    rootOrg: true,
    answer: answerShape(objectSchema({ nodes: NAMES, assets: NAMES, gone: listSchema(TEXT_SCHEMA), date_expired: orNull(TEXT_SCHEMA) })),
    async show(ctx, { row }) {
      const { grantEnd, ...found } = await againOf(ctx, String(row.id), (orgId) => offeredIn(ctx, settings, orgId));
      return { ...found, date_expired: grantEnd ? formatDatetime(grantEnd, ctx.timeZone) : null };
    },
  });

/** What people ask for, and what becomes of it (docs/wire/tickets.md#asking-for-access). */
export const requestRoutes = (deps: RequestDeps): readonly Route[] => [
  open(deps),
  ...approve(deps),
  ...offered(deps),
  deciders,
  again(deps),
];
