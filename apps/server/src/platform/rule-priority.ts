import { text as words } from '@postern/contract/text';
import { integer } from '@postern/resource';

/** Which of several rules is asked first. @param noIndex why there is no index on it, where there is none */
export const rulePriority = (noIndex?: string) =>
  integer({
    label: words('Priority', '优先级', '優先度'),
    help: words(
      '1 to 100; the rule with the higher number is asked first.',
      '1 到 100，数值大的规则优先匹配。',
      '1～100。数字の大きいルールから順に評価されます。',
    ),
    min: 1,
    max: 100,
    default: 50,
    ...(noIndex === undefined ? {} : { noIndex }),
  });
