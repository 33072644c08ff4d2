export { type DirectoryDeps, directoryWay } from './way.ts';
