import { StatusTag, type StatusTone } from '@postern/ui';
import { relatedName } from '../../model/metadata.ts';
import { type Decision, decisionOf, type Line } from './reviews.ts';

const TONES: Readonly<Record<Decision, StatusTone>> = { undecided: 'neutral', keep: 'success', revoke: 'danger' };

export const DecisionTag = ({ line }: { line: Line }) => <StatusTag tone={TONES[decisionOf(line)]}>{relatedName(line.decision)}</StatusTag>;
