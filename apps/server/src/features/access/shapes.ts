import { ACCESS_OBJECTS, ACCESS_REMEDIES, ACCESS_STEPS } from '@postern/contract/access';
import {
  FLAG_SCHEMA as FLAG,
  INTEGER_SCHEMA as INTEGER,
  listSchema as list,
  objectSchema as object,
  recordSchema as record,
  TEXT_SCHEMA as TEXT,
} from '@postern/resource';
import { answerShape, orNull } from '../../platform/shown.ts';

/** `AccessExplanation` and `AccessEffect` of the contract, for the description of the API. */

const VERDICT = { enum: ['allowed', 'refused', 'review'] };
const USER = object({ id: TEXT, name: TEXT, username: TEXT });
const ASSET = object({ id: TEXT, name: TEXT, address: TEXT });
const OBJECT = object({ type: { enum: ACCESS_OBJECTS }, id: orNull(TEXT), name: orNull(TEXT) });
const ACCOUNTS = list(
  object({ alias: TEXT, name: TEXT, username: TEXT, actions: list(TEXT), outcome: { enum: ['pass', 'fail', 'review'] } }),
);

export const explanationShape = answerShape(
  object({
    verdict: VERDICT,
    user: USER,
    asset: ASSET,
    account: orNull(TEXT),
    address: TEXT,
    accounts: ACCOUNTS,
    steps: list(
      object({
        code: { enum: ACCESS_STEPS },
        outcome: { enum: ['pass', 'fail', 'review', 'note'] },
        params: record(TEXT),
        rule: orNull(OBJECT),
      }),
    ),
    missing: list(object({ code: { enum: ACCESS_REMEDIES }, params: record(TEXT), target: orNull(OBJECT), rule: orNull(OBJECT) })),
  }),
  'access.explanation',
);

const STANDING = object({
  verdict: VERDICT,
  reason: orNull({ enum: ACCESS_STEPS }),
  accounts: ACCOUNTS,
  methods: list(TEXT),
  filters: list(TEXT),
});
const LOOKED = object({ looked: INTEGER, total: INTEGER });

export const effectShape = answerShape(
  object({
    gains: INTEGER,
    loses: INTEGER,
    changes: INTEGER,
    complete: FLAG,
    page: INTEGER,
    pages: INTEGER,
    people: LOOKED,
    assets: LOOKED,
    rows: list(
      object({ change: { enum: ['gains', 'loses', 'changes'] }, user: USER, asset: orNull(ASSET), before: STANDING, after: STANDING }),
    ),
  }),
  'access.effect',
);
