import { CodedError } from '@postern/contract/errors';
import type { Context } from '../base/context.ts';
import { ok, type Reply, type Request } from '../base/http.ts';
import type { Kernel } from '../compiled/kernel.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import { present, shownFields } from '../read/present.ts';
import { createAll } from '../write/write.ts';
import { withoutEmpty } from './import-rows.ts';
import { openImport, rowBody } from './render.ts';

/** Rows of a file that is posted to a list as a whole; more are imported in portions. */
const MAX_POSTED = 10_000;

/**
 * POST list with a table as its body: all rows or none (docs/wire/conventions.md#imports).
 * @throws InvalidInput with the problems of each row, CodedError for the file
 */
export async function createFromFile(kernel: Kernel, resource: ResolvedResource, ctx: Context, request: Request): Promise<Reply> {
  const file = await openImport(resource, ctx, request);
  const bodies: Record<string, unknown>[] = [];
  try {
    if (file.table.count > MAX_POSTED) throw new CodedError('too_many_rows', { max: MAX_POSTED });
    for await (const rows of file.table.rows())
      for (const { cells } of rows) bodies.push(withoutEmpty(resource, 'create', rowBody(file, ctx, cells)));
  } finally {
    await file.table.close();
  }
  const rows = await createAll(resource, ctx, bodies, request.query);
  return ok(await present(kernel, resource, ctx, rows, shownFields(resource, ctx, 'detail', {})), 201);
}
