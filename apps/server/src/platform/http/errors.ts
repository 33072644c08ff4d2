import {
  CodedError,
  ERRORS,
  type ErrorCode,
  FIELD_ERRORS,
  type FieldProblem,
  type FieldProblems,
  InvalidInput,
} from '@postern/contract/errors';
import { type Language, render, type Text, text } from '@postern/contract/text';

/** The one place where errors become answers (docs/wire/conventions.md#errors): codes and parameters in, words out. */
export interface ErrorAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Nobody foresaw it: to be logged with the request id. */
  unexpected: boolean;
}

interface DatabaseError extends Error {
  code: string;
  detail?: string;
  constraint?: string;
  /** Of an error of the system: what it was asked for. */
  syscall?: string;
}

function coded(code: ErrorCode, language: Language, params: Readonly<Record<string, unknown>> = {}): ErrorAnswer {
  const entry: { status: number; text: Text; wire?: string } = ERRORS[code];
  const headers: Record<string, string> = {};
  if (entry.status === 401) headers['www-authenticate'] = 'Bearer';
  if ((code === 'throttled' || code === 'busy') && params.seconds !== undefined) headers['retry-after'] = String(params.seconds);
  return {
    status: entry.status,
    body: { detail: render(entry.text, language, params), code: entry.wire ?? code },
    headers,
    unexpected: false,
  };
}

type Messages = string[] | { [field: string]: Messages };

function messages(problems: FieldProblem[] | FieldProblems, language: Language): Messages {
  if (Array.isArray(problems)) return problems.map((problem) => render(FIELD_ERRORS[problem.code], language, problem.params));
  return Object.fromEntries(Object.entries(problems).map(([field, inner]) => [field, messages(inner, language)]));
}

function invalid(problems: FieldProblems | FieldProblems[], language: Language): ErrorAnswer {
  const body = Array.isArray(problems) ? problems.map((one) => messages(one, language)) : messages(problems, language);
  return { status: 400, body, unexpected: false };
}

/** Columns out of `Key (org_id, name)=(…) …`; the values in it are never shown. */
function keyColumns(detail: string | undefined): string[] {
  const columns = /^Key \(([^)]+)\)=/.exec(detail ?? '')?.[1] ?? '';
  return columns
    .split(',')
    .map((column) => column.trim().replaceAll('"', '').replace(/_id$/, ''))
    .filter((column) => /^[a-z_]+$/.test(column) && column !== 'org');
}

function everyColumn(detail: string | undefined, problem: FieldProblem, language: Language): ErrorAnswer {
  const columns = keyColumns(detail);
  return invalid(Object.fromEntries((columns.length ? columns : ['non_field_errors']).map((column) => [column, [problem]])), language);
}

/** What PostgreSQL refuses, told in our codes (PostgreSQL manual, appendix A). */
function fromDatabase(error: DatabaseError, language: Language): ErrorAnswer | undefined {
  switch (error.code) {
    case '23505':
      return everyColumn(error.detail, { code: 'unique' }, language);
    case '23503':
      // "is still referenced from table" when deleting, "is not present in table" when writing.
      if (error.detail?.includes('still referenced'))
        return coded('referenced_by_others', language, { resource: text('object', '对象', 'オブジェクト') });
      return everyColumn(error.detail, { code: 'gone_meanwhile' }, language);
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22021':
    case '22P02':
    case '22P05':
      return invalid({ non_field_errors: [{ code: 'cannot_be_stored' }] }, language);
    case '40001':
    case '40P01':
    case '55P03':
      return coded('conflict', language);
    case '53300':
    case '57P01':
    case '57P02':
    case '57P03':
    case '57014':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EPIPE':
      return coded('service_unavailable', language);
    // The socket of a server that is down; any other file that is missing is nobody's outage.
    case 'ENOENT':
      return error.syscall === 'connect' ? coded('service_unavailable', language) : undefined;
    // Of the database (disk_full) and of files.
    case '53100':
    case 'ENOSPC':
    case 'EDQUOT':
      return coded('storage_full', language);
    default:
      return undefined;
  }
}

/** Fastify's and the multipart parser's own refusals. */
const FRAMEWORK: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_REQ_FILE_TOO_LARGE: 'body_too_large',
  FST_FILES_LIMIT: 'body_too_large',
  FST_FIELDS_LIMIT: 'body_too_large',
  FST_PARTS_LIMIT: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'parse_error',
  FST_ERR_CTP_INVALID_JSON_BODY: 'parse_error',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'parse_error',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ROUTE_DOUBLE_SLASH: 'not_found',
};

/** What the multipart parser says of a broken body; it gives no code. */
const BROKEN_MULTIPART =
  /^(Multipart: Boundary not found|Malformed part header|Unexpected end of (form|file|multipart data)|Part terminated early|File terminated early)/;

/** Translates any thrown value. Messages of unforeseen errors never reach the client: they get a request id instead. */
export function translateError(error: unknown, language: Language, requestId: string): ErrorAnswer {
  if (error instanceof InvalidInput) return invalid(error.problems, language);
  if (error instanceof CodedError) {
    const answer = coded(error.code, language, error.params);
    return error.body === undefined ? answer : { ...answer, body: error.body };
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = error instanceof Error && fromDatabase(error as DatabaseError, language);
  if (known) return known;
  const framework = FRAMEWORK[code];
  if (framework) return coded(framework, language);
  if (error instanceof Error && code === '' && BROKEN_MULTIPART.test(error.message)) return coded('parse_error', language);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return coded(status === 413 ? 'body_too_large' : 'parse_error', language);
  return { ...coded('unexpect_error', language, { request_id: requestId }), unexpected: true };
}
