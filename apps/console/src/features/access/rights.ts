/** What trying a rule out asks for, besides the right to save it (docs/decisions/0048). */
export const EFFECT_RIGHTS = ['perms.view_assetpermission', 'users.view_user', 'assets.view_asset'];
