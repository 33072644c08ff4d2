import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { page } from '../../platform/routes/page.ts';
import { type ListFileDeps, listFile, listFileBehaviour } from './list-file.resource.ts';
import { type AskDeps, listFileRoutes } from './list-file.routes.ts';
import { expireFilesJob, type MakeDeps, makeFileJob } from './make-file.ts';
import { listFilePieces } from './tables.ts';

export type DownloadsDeps = MakeDeps & AskDeps & ListFileDeps;

/** Files that are made in the background for who asked (docs/decisions/0171), and the address under which clients know the page that lists them. */
export const downloadsFeature = (deps: DownloadsDeps): Feature => ({
  resources: [resource(listFile, listFileBehaviour(deps))],
  tables: [listFilePieces],
  routes: [
    page({
      path: '/core/download/',
      name: 'downloads.page',
      who: { allow: 'user' },
      rows: { none: 'leads to a screen of the console' },
      show: () => ({ to: '/ui/profile/downloads' }),
    }),
    ...listFileRoutes(deps),
  ],
  jobs: [makeFileJob(deps), expireFilesJob(deps)],
});
