import { InvalidInput } from '@postern/contract/errors';
import { isRecord } from '@postern/contract/wire';
import type { Dialect } from '../../platform/feature.ts';
import { SCIM } from './answers.ts';
import { MESSAGES } from './shapes.ts';

type ScimType = 'invalidFilter' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue' | 'mutability' | 'uniqueness';

/** A request that cannot be done, with the word of RFC 7644 §3.12 for why, and a text for whoever set the client up. */
export class ScimProblem extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  constructor(scimType: ScimType | undefined, message: string, status = 400) {
    super(message);
    this.status = status;
    this.scimType = scimType;
  }
}

const errorBody = (status: number, detail: string, scimType?: string): object => ({
  schemas: [`${MESSAGES}:Error`],
  status: String(status),
  ...(scimType ? { scimType } : {}),
  detail,
});

/** Whether a field, or the database (unique_violation), says that its value is somebody else's. */
const taken = (error: unknown): boolean =>
  error instanceof InvalidInput
    ? JSON.stringify(error.problems).includes('"unique"')
    : error instanceof Error && 'code' in error && error.code === '23505';

/** Refusals as SCIM has them (RFC 7644 §3.12), whoever refused. */
export const scimDialect: Dialect = {
  below: '/scim/',
  refusal(error, { status, body }) {
    const type = `${SCIM}; charset=utf-8`;
    if (error instanceof ScimProblem) return { status: error.status, type, body: errorBody(error.status, error.message, error.scimType) };
    const detail = isRecord(body) && typeof body.detail === 'string' ? body.detail : JSON.stringify(body);
    if (taken(error)) return { status: 409, type, body: errorBody(409, detail, 'uniqueness') };
    return { status, type, body: errorBody(status, detail, error instanceof InvalidInput ? 'invalidValue' : undefined) };
  },
};
