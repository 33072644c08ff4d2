export { until } from '@postern/testkit/until';
