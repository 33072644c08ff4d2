import { type Context, type Kernel, list, narrowed, ok, type Reply, type Request, type Where } from '@postern/resource';

/** A list of a resource at another address: the rows of these for which a condition holds (`t`), with all that lists offer. */
export const narrowedList = async (
  kernel: Kernel,
  name: string,
  where: Where,
  ctx: Context,
  request: Pick<Request, 'query' | 'url'>,
): Promise<Reply> =>
  ok(
    await list(
      kernel,
      narrowed(kernel.byName(name), () => where),
      ctx,
      request,
    ),
  );
