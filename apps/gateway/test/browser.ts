export { openPage, type Page } from '@postern/testkit/terminal-page';
