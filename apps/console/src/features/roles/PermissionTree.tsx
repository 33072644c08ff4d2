import { Button, SkeletonRows, Surface } from '@postern/ui';
import { Tree } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { useFresh } from '../../data/useFresh.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { type Branch, nest } from '../../model/tree.ts';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { cascade, groupMarks, readRights } from './permission-cascade.ts';

interface Item {
  key: string;
  title: string;
  disableCheckbox: boolean;
  children: Item[];
}
const itemOf = ({ node, children }: Branch): Item => ({
  key: node.id,
  title: node.name,
  disableCheckbox: node.chkDisabled === true,
  children: children.map(itemOf),
});

interface Props {
  /** The role. */
  id: string;
  scope: 'system' | 'org';
  builtin: boolean;
  onSaved: () => unknown;
}

/** The rights of a role as a tree of check boxes; ticking one brings along what it needs (docs/behaviour/people.md#ticking-rights). */
export function PermissionTree({ id, scope, builtin, onSaved }: Props) {
  const { t } = useTranslation(['features', 'screens']);
  const unless = useUnless();
  const { can } = useAuth();
  const runAction = useRunAction();
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const group = scope === 'system' ? 'systemRoles' : 'orgRoles';
  const roles = client[group];
  const nodes = useFresh({ queryKey: keyOf(group, 'tree', id), queryFn: ({ signal }) => roles.tree(id, {}, { signal }) });
  const tree = useMemo(() => readRights(nodes.data ?? []), [nodes.data]);
  const branches = useMemo(() => nest(nodes.data ?? []).map(itemOf), [nodes.data]);
  if (nodes.isError) return <LoadFailed title={t('screens:detail.failed')} error={nodes.error} onRetry={() => void nodes.refetch()} />;
  if (!nodes.data) {
    return (
      <Surface title={t('roles.permissions')} flush>
        <SkeletonRows rows={8} columns={1} label={t('screens:list.loading')} />
      </Surface>
    );
  }

  const granted = new Set(nodes.data.filter((node) => !node.isParent && node.checked === true).map((node) => node.title));
  const ticked = chosen ?? granted;
  const idsOf = (codes: Iterable<string>) => [...codes].flatMap((code) => tree.ids.get(code) ?? []);
  const marks = groupMarks(ticked, tree);
  const editable = !builtin && can(`rbac.change_${scope}role`);
  const save = async () => {
    if (!(await runAction(() => roles.partialUpdate(id, { permissions: idsOf(ticked) }), { done: t('roles.saved') }))) return;
    await nodes.refetch();
    setChosen(undefined);
    await onSaved();
  };
  return (
    <Surface title={t('roles.permissions')} purpose={t('roles.permissionsText')}>
      <Tree<Item>
        checkable
        selectable={false}
        disabled={!editable}
        defaultExpandedKeys={nodes.data.filter((node) => node.open).map((node) => node.id)}
        treeData={branches}
        // Marks of groups are worked out here: Ant Design leaves a group empty when its leaves are disabled.
        checkStrictly
        checkedKeys={{ checked: [...idsOf(ticked), ...marks.checked], halfChecked: marks.halfChecked }}
        onCheck={(_, { node, checked }) => {
          const code = tree.codes.get(node.key);
          setChosen(cascade(ticked, code ? [code] : (tree.below.get(node.key) ?? []), checked, tree));
        }}
      />
      {editable && (
        <div className="s-dialog-actions">
          <Button refused={unless(chosen !== undefined, 'refused:unchanged')} onClick={() => setChosen(undefined)}>
            {t('screens:form.reset')}
          </Button>
          <Button type="primary" refused={unless(chosen !== undefined, 'refused:unchanged')} onClick={() => void save()}>
            {t('roles.save')}
          </Button>
        </div>
      )}
    </Surface>
  );
}
