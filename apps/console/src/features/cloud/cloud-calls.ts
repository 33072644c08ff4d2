import type { Row } from '../../model/resource.ts';
import { client } from '../../session/http.ts';

export const MAY_TEST = 'xpack.test_account';

/** Asks the cloud whether the stored login works. @throws ApiError with what the cloud said */
export const testAccount = (id: Row['id']): Promise<unknown> => client.cloudAccounts.test(String(id));
