import { text } from './text.ts';

/** Why a review of access is not made, or a decision in it does not count. Part of the closed table of `errors.ts`. */
export const REVIEW_ERRORS = {
  review_too_large: {
    status: 400,
    text: text(
      'This would be {count} lines or more; a review has {max} at most. Choose fewer permissions.',
      '该范围至少有 {count} 行，一次审阅最多 {max} 行，请缩小范围。',
      'この範囲は {count} 行以上になります。1 回のレビューは {max} 行までです。範囲を絞ってください。',
    ),
  },
  review_empty: {
    status: 400,
    text: text(
      'No permission in force gives anybody access in this scope.',
      '所选范围内没有生效的授权。',
      'この範囲に有効な権限はありません。',
    ),
  },
  review_closed: {
    status: 409,
    text: text('This review takes no decisions.', '该审阅当前不接受决定。', 'このレビューは現在、判断を受け付けていません。'),
  },
  review_is_evidence: {
    status: 409,
    text: text(
      'What was decided here is evidence and stays. It can be called off.',
      '其中的决定属于审计证据，不能删除，可以中止审阅。',
      '判断の記録は証跡として残ります。削除はできませんが、中止はできます。',
    ),
  },
  review_line_decided: {
    status: 409,
    text: text(
      '{by} has decided about {subject} meanwhile.',
      '{by} 已对 {subject} 作出决定。',
      '{subject} については {by} がすでに判断しました。',
    ),
  },
  review_line_applied: {
    status: 409,
    text: text(
      'This was revoked at once, and is not undone here: {subject}.',
      '已立即撤销，无法在此恢复：{subject}。',
      '即時に取り消されたため、ここでは戻せません：{subject}。',
    ),
  },
} as const;
