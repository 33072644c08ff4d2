import { azuriteFolder } from './azurite.ts';
import { djangoCasProgram } from './django-cas.ts';
import { motoProgram } from './moto.ts';
import { openSearchFolder } from './opensearch.ts';

/**
 * Fetches what single tests of the server's suites run against and no package has, while other tests run: `node packages/testkit/src/fetch-engines.ts`.
 * What cannot be fetched is tried again by the tests that need it, and is their failure.
 */
await Promise.allSettled([openSearchFolder(), azuriteFolder(), motoProgram(), djangoCasProgram()]);
