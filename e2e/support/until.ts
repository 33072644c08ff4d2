export { answered, until } from '@postern/testkit/until';
