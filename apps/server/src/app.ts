import { join } from 'node:path';
import { ORG } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import { type Context, compile, type Kernel, type Route, routesOf, type TableDefinition, withMetadata } from '@postern/resource';
import { accessFeature } from './features/access/index.ts';
import { accessKeysFeature } from './features/access-keys/index.ts';
import { accessReviewsFeature } from './features/access-reviews/index.ts';
import { accountsFeature, nestedAccounts, platformsMoved } from './features/accounts/index.ts';
import { aclsFeature, decideLogin, loginReviews, refusedMethods } from './features/acls/index.ts';
import { adhocsFeature, forgetAdhocs } from './features/adhocs/index.ts';
import { apiDocsFeature } from './features/api-docs/index.ts';
import {
  appletHostsFeature,
  applicationCalled,
  endSessionsOnHosts,
  leasedAt,
  offeredApplications,
  provisionOnHosts,
  publishApplet,
} from './features/applet-hosts/index.ts';
import { appletsFeature } from './features/applets/index.ts';
import { type AssetDeps, assetsFeature } from './features/assets/index.ts';
import { auditsFeature, recordActivity } from './features/audits/index.ts';
import {
  authenticationFeature,
  codeGate,
  confirmationGate,
  connectionGate,
  countWithoutFactor,
  DEVICE_LOGIN_WORDS,
  type DemoPeople,
  type FactorDeps,
  factorGate,
  hasFactor,
  identityGate,
  LOGIN_LINK_WORDS,
  type LoginDeps,
  offeredDemo,
  ownFactors,
  recoveryFactor,
} from './features/authentication/index.ts';
import { automationsFeature, CHANGE_REPORT, changeReport, checkNewAssets, pushNow } from './features/automations/index.ts';
import { backupsFeature } from './features/backups/index.ts';
import { carrierOf, chatIdOfRow } from './features/chat/index.ts';
import { cloudFeature, cloudProviders } from './features/cloud/index.ts';
import { commandLogFeature, createCommandLogs } from './features/command-log/index.ts';
import {
  connectionTokensFeature,
  endTokenReview,
  gatewayAccount,
  hostKeysOf,
  recordHostKey,
  userOfConnectionToken,
} from './features/connection-tokens/index.ts';
import { dashboardFeature } from './features/dashboard/index.ts';
import { directoriesFeature, directoryAttributes, directoryWay, judgeSyncOrganisations } from './features/directories/index.ts';
import { downloadsFeature } from './features/downloads/index.ts';
import { ftpLogsFeature } from './features/ftp-logs/index.ts';
import { type AdmissionDeps, admit, askedAttributes, identitiesFeature, type WaysIn, waitingNotice } from './features/identities/index.ts';
import { fingerprintOf, jobsFeature } from './features/jobs/index.ts';
import { labelsFeature } from './features/labels/index.ts';
import { assetLimit, createLicence, gated, type Licence, licenceFeature } from './features/licence/index.ts';
import { machinesFeature } from './features/machines/index.ts';
import { createRootNode, deleteRootNode, nodesFeature, renameRootNode } from './features/nodes/index.ts';
import {
  type MessageWords,
  noteOutcome,
  noticeNewAddress,
  noticePhone,
  notificationsFeature,
  SUBSCRIPTION_WORDS,
  TEXT_MESSAGES,
  tellSubscribers,
} from './features/notifications/index.ts';
import { type OrganisationListener, type OwnedResource, organisationNames, organizationsFeature } from './features/organizations/index.ts';
import { OWN_LOGIN_WORDS, ownLoginsFeature } from './features/own-logins/index.ts';
import { ownAssets, permissionsFeature } from './features/permissions/index.ts';
import { platformsFeature } from './features/platforms/index.ts';
import { forgetPlaybooks, playbooksFeature } from './features/playbooks/index.ts';
import { preferencesFeature } from './features/preferences/index.ts';
import { OWN_DATA_WORDS, type ProfileDeps, profileFeature, profileOf } from './features/profile/index.ts';
import { radiusAsker, radiusFactor, radiusFeature, radiusWay } from './features/radius/index.ts';
import { holdersIn, organisationsOf, rbacFeature, rightsOf } from './features/rbac/index.ts';
import { scimFeature } from './features/scim/index.ts';
import { searchFeature } from './features/search/index.ts';
import { carrierOfShared, sessionSharingsFeature } from './features/session-sharings/index.ts';
import { carrierOfWatched, closeOut, createReplayStore, END_UNENTITLED, keepAlive, sessionsFeature } from './features/sessions/index.ts';
import { AUDIT_WORDS, settingsFeature } from './features/settings/index.ts';
import { singleSignOn } from './features/single-sign-on/index.ts';
import { judgeTextMessages, type SmsDeps, smsCarrier, smsFactor, smsFeature } from './features/sms/index.ts';
import { sshKeysFeature } from './features/ssh-keys/index.ts';
import {
  chosenStorage,
  componentConfig,
  createElsewhere,
  defaultStorage,
  findRemoteReplay,
  type StoreTools,
  storagesFeature,
} from './features/storages/index.ts';
import { cancelRun, createTransfers, TASK_WORDS, tasksFeature } from './features/tasks/index.ts';
import { tempTokensFeature } from './features/temp-tokens/index.ts';
import { followDefault, orderKill, reachOf, terminalsFeature } from './features/terminals/index.ts';
import { TERMS_WORDS, termsFeature } from './features/terms/index.ts';
import { createReviews, forgetFlows, judgeOfferedNodes, type OnEnded, ticketsFeature } from './features/tickets/index.ts';
import { TOOL_WORDS, toolsFeature } from './features/tools/index.ts';
import {
  createIdentity,
  createServiceAccount,
  knownPasswords,
  type PhoneDeps,
  removeServiceAccount,
  suspendServiceAccount,
  usersFeature,
} from './features/users/index.ts';
import { keepVaultReach, vaultFeature } from './features/vault/index.ts';
import { mailFactor, verificationCodesFeature } from './features/verification-codes/index.ts';
import { messagingOf } from './messaging.ts';
import type { Identity } from './platform/auth/identity.ts';
import type { Feature, Job } from './platform/feature.ts';
import { healthRoutes } from './platform/health/health.ts';
import type { FindCarried } from './platform/http/gateway-of-session.ts';
import { createHttpServer, type HttpServer } from './platform/http/server.ts';
import { idSetRoutes, readIdSet } from './platform/id-sets/id-sets.ts';
import { importMemory, refusal } from './platform/imports/imports.ts';
import { platformJobs } from './platform/jobs/platform-jobs.ts';
import { type Carriers, mailJobs } from './platform/mail/outbox.ts';
import type { Platform } from './platform/platform.ts';
import { platformTables } from './platform/tables.ts';
import { bindingDeps } from './role-bindings.ts';

export { createJobQueue, runJob } from './job-queue.ts';
export { firstAdministrator, seed } from './seed.ts';

/** Shown to clients, which read the version of the API from it. */
export const VERSION = 'v3.5.2';

/** All features, put together; this file is the only place that knows which there are. */
export interface Assembly {
  features: readonly Feature[];
  kernel: Kernel;
  /** Plain tables of platform and features; those of resources are in the kernel. */
  tables: readonly TableDefinition[];
  routes: readonly Route[];
  jobs: readonly Job[];
  identity: Identity;
}

/** What belongs to an organisation, counted in its statistics and in the way of deleting it (docs/wire/organisations.md#deleting). */
const OWNED_RESOURCES: readonly OwnedResource[] = [
  { table: 'user_groups', label: text('user groups', '用户组', 'ユーザーグループ'), statistic: 'groups_amount' },
  { table: 'nodes', label: text('nodes', '节点', 'ノード'), statistic: 'nodes_amount', allowance: 1 },
  { table: 'labels', label: text('labels', '标签', 'ラベル') },
  { table: 'assets', label: text('assets', '资产', 'アセット'), statistic: 'assets_amount' },
  { table: 'domains', label: text('domains', '网域', 'ドメイン'), statistic: 'domains_amount' },
  { table: 'change_secret_automations', label: text('secret change plans', '改密计划', 'シークレット変更プラン') },
  { table: 'push_account_automations', label: text('account pushes', '账号推送', 'アカウント配布') },
  { table: 'gather_account_automations', label: text('account discoveries', '账号收集任务', 'アカウント収集') },
  { table: 'cloud_accounts', label: text('cloud accounts', '云账号', 'クラウドアカウント') },
  { table: 'sync_instance_tasks', label: text('cloud sync tasks', '云同步任务', 'クラウド同期タスク') },
  { table: 'account_backup_plans', label: text('account backup plans', '账号备份计划', 'アカウントバックアップ計画') },
  { table: 'login_asset_acls', label: text('asset login rules', '资产登录规则', 'アセットログインルール') },
  { table: 'command_filter_acls', label: text('command filters', '命令过滤', 'コマンドフィルター') },
  { table: 'command_groups', label: text('command groups', '命令组', 'コマンドグループ') },
  { table: 'asset_permissions', label: text('asset permissions', '资产授权', 'アセット権限'), statistic: 'asset_perms_amount' },
];

const nodeListener: OrganisationListener = {
  created: async (ctx, organisation) => void (await createRootNode(ctx, organisation)),
  renamed: renameRootNode,
  deleting: deleteRootNode,
};

const licenceEnd = (licence: Licence, now: Date): Date | undefined => {
  const end = licence.state(now).content?.date_expired;
  return end ? new Date(end) : undefined;
};

/**
 * Constructs the features over a platform and checks all definitions. Opens nothing, so it also serves to print from.
 * @param demo whom a demo lets in by a click
 */
export function assemble(platform: Platform, demo: DemoPeople = new Map()): Assembly {
  const { systemSettings } = platform;
  // Handlers ask for the kernel when they run, which is long after it was compiled.
  let compiled: Kernel | undefined;
  const kernel = (): Kernel => {
    if (!compiled) throw new Error('The kernel was asked for before it was compiled');
    return compiled;
  };
  const binding = bindingDeps(platform);
  const licence = createLicence(systemSettings);
  const { chats, deliveries, messenger } = messagingOf(platform);
  const tellOfAudit = (ctx: Context, notice: MessageWords) => tellSubscribers(ctx, messenger, 'AuditTrailMessage', notice);
  const onEnded: OnEnded = async (ctx, { id, type }, state) => {
    if (type === 'login_asset_confirm') await endTokenReview(ctx, id, state === 'approved', systemSettings);
  };
  const reviews = createReviews({ kernel, messenger, settings: systemSettings, onEnded });
  const radius = { settings: systemSettings, allow: platform.settings.outboundAllow, log: platform.log };
  const asksRadius = radiusAsker(radius);
  const outcome = noteOutcome({ messenger, deliveries });
  const sms: SmsDeps = {
    settings: systemSettings,
    outbound: platform.outbound,
    allow: platform.settings.outboundAllow,
    outcome: (ctx, failure) => outcome(ctx, TEXT_MESSAGES, failure),
  };
  const carriers: Carriers = {
    ...Object.fromEntries(chats.map((chat) => [chat.service.name, carrierOf(chat)])),
    [TEXT_MESSAGES]: smsCarrier(sms),
  };
  /** Factors that ask elsewhere stand between those of our own and the codes to keep. */
  const second: FactorDeps = {
    settings: systemSettings,
    factors: [
      ...ownFactors(systemSettings),
      mailFactor({ settings: systemSettings, jobs: platform.jobs }),
      smsFactor(sms),
      radiusFactor(asksRadius),
      recoveryFactor,
    ],
  };
  /** What opens for longer than a login is set by whoever showed again who they are (docs/decisions/0033). */
  const confirm = (ctx: Context) => confirmationGate(second)(ctx, 'mfa', 'user_confirm_required');
  const isKnown = knownPasswords(systemSettings, platform.settings.knownPasswords);
  const phones: PhoneDeps = {
    identify: (ctx) => identityGate(second)(ctx, 'mfa', 'user_confirm_required'),
    phoneChanging: (ctx, userId, numbers) => noticePhone(ctx, messenger, userId, numbers),
  };
  const profile: ProfileDeps = { ...phones, ...second, isKnown, kernel, identityChanged: binding.identityChanged, confirm };
  const newcomer = { ...binding, joined: (ctx: Context) => provisionOnHosts(ctx, platform.jobs) };
  const admission: AdmissionDeps = {
    settings: systemSettings,
    system: platform,
    newcomer,
    waits: async (ctx, person) => {
      const orgIds = await organisationsOf(ctx, person.id);
      const words = waitingNotice(person, orgIds[0] ?? ORG.ROOT);
      await tellSubscribers(ctx, messenger, 'WaitingPeopleMessage', words, await holdersIn(ctx, 'users.change_user', orgIds));
    },
  };
  const asked = () => platform.asSystem('what rules of admission ask for', askedAttributes);
  const directory = { settings: systemSettings, allow: platform.settings.outboundAllow, log: platform.log, asked };
  const signOn = singleSignOn({ settings: systemSettings, outbound: platform.outbound }, chats);
  const ways: WaysIn = {
    passwords: [directoryWay(directory), radiusWay(radius, asksRadius)],
    redirects: () => signOn.ways(),
    admit: (person) => admit(admission, person),
  };
  const login: LoginDeps = {
    ...second,
    isKnown,
    loginRule: (ctx, userId, ip) => decideLogin(ctx, kernel(), userId, ip),
    reviews: loginReviews(reviews),
    ways,
    placeOf: platform.locations.of,
    loggedIn: (ctx, userId, from) => noticeNewAddress(ctx, { messenger, settings: platform.systemSettings }, userId, from),
  };
  const assets: AssetDeps = {
    accounts: nestedAccounts(kernel),
    granted: ownAssets,
    admit: assetLimit(licence),
    created: (ctx, org) => checkNewAssets(ctx, platform.jobs, org),
    leaving: (ctx, ids) => endSessionsOnHosts(kernel(), ctx, ids),
  };
  const logs = createCommandLogs({ outbound: platform.outbound, timeZone: platform.settings.timeZone });
  const folders = { replays: join(platform.settings.dataDir, 'replays'), copies: join(platform.settings.dataDir, 'FTP_FILES') };
  const tools: StoreTools = { outbound: platform.outbound, allow: platform.settings.outboundAllow };
  const elsewhere = (kind: 'replay' | 'copy') => createElsewhere(kind, { system: platform, tools, jobs: platform.jobs });
  const features: Feature[] = [
    rbacFeature(binding),
    organizationsFeature({
      holdings: OWNED_RESOURCES,
      listeners: [nodeListener, { deleting: forgetAdhocs }, { deleting: forgetPlaybooks }, { deleting: forgetFlows }],
      settings: systemSettings,
      identityChanged: binding.identityChanged,
    }),
    usersFeature({
      ...newcomer,
      ...phones,
      wayInChanged: (ctx, userId, words) => messenger.send(ctx, [userId], words, ['site_msg', 'email']),
      settings: systemSettings,
      kernel,
      jobs: platform.jobs,
      chatId: (service) => chatIdOfRow(chats, service),
      isKnown,
      outside: {
        people: (ctx, ids, words) => messenger.send(ctx, ids, words),
        administrators: (ctx, words) => tellSubscribers(ctx, messenger, 'OutsidePeopleMessage', words),
      },
    }),
    verificationCodesFeature(),
    smsFeature(sms),
    identitiesFeature({ directory: (_ctx, username) => directoryAttributes(directory, username) }),
    scimFeature({ settings: systemSettings }),
    directoriesFeature({
      settings: systemSettings,
      system: platform,
      allow: platform.settings.outboundAllow,
      asked,
      jobs: platform.jobs,
      newcomer,
      tellSubscribers: (ctx, notice) => tellSubscribers(ctx, messenger, 'DirectorySyncMessage', notice),
    }),
    accessKeysFeature({ confirm }),
    sshKeysFeature({ confirm }),
    ownLoginsFeature({ placeOf: platform.locations.of, settings: platform.systemSettings }),
    tempTokensFeature({ settings: systemSettings, confirm }),
    termsFeature(),
    authenticationFeature({ ...login, demo, jobs: platform.jobs, profileOf: (ctx, userId) => profileOf(ctx, profile, userId) }),
    radiusFeature(radius),
    signOn.feature(login, {
      ...binding,
      confirm: (ctx) => confirmationGate(second)(ctx, 'relogin'),
      identify: phones.identify,
      tell: (ctx, userId, words) => messenger.send(ctx, [userId], words),
    }),
    profileFeature(profile),
    preferencesFeature(kernel),
    settingsFeature({
      settings: systemSettings,
      licence,
      redirects: ways.redirects,
      fixed: platform.settings.fixed,
      isDemo: demo.size > 0,
      timeZone: platform.settings.timeZone,
      demo: (ctx, request) => offeredDemo(ctx, { people: demo, sshPort: platform.settings.sshPort }, request),
      mailWorked: (ctx) => outcome(ctx, 'email', null),
      withoutFactor: (ctx, settings, administrators) => countWithoutFactor(ctx, { ...second, settings }, administrators),
      async judge(ctx, changed) {
        judgeTextMessages(systemSettings, changed);
        await judgeSyncOrganisations(ctx, changed);
        await judgeOfferedNodes(ctx, changed);
        await keepVaultReach({ platform, settings: systemSettings })(ctx, changed);
      },
    }),
    vaultFeature({ platform, settings: systemSettings }),
    toolsFeature(platform.settings.outboundAllow),
    licenceFeature({ licence, settings: systemSettings }),
    platformsFeature({ moved: platformsMoved, licensed: (now) => licence.valid(now) }),
    nodesFeature({ jobs: platform.jobs }),
    labelsFeature(),
    adhocsFeature(),
    playbooksFeature({ outbound: platform.outbound, jobs: platform.jobs }),
    jobsFeature({
      system: platform,
      settings: systemSettings,
      kernel,
      jobs: platform.jobs,
      gateway: {
        ...platform.settings.jobGateway,
        fingerprint: () => fingerprintOf(String(systemSettings.stored('TERMINAL_HOST_KEY') ?? '')),
      },
      dataDir: platform.settings.dataDir,
      cancel: (ctx, run) => cancelRun(ctx, jobs, run),
    }),
    accountsFeature({
      kernel,
      requireConfirmation: confirmationGate(second),
      pushNow: (ctx, account, params) => pushNow(ctx, platform.jobs, account, params),
    }),
    automationsFeature({ kernel, system: platform, jobs: platform.jobs, licensed: (now) => licence.valid(now) }),
    backupsFeature({ system: platform, settings: systemSettings, jobs: platform.jobs }),
    assetsFeature({
      ...assets,
      gatewayTest: { jobs: platform.jobs, account: gatewayAccount, hostKeys: hostKeysOf, pin: recordHostKey },
    }),
    cloudFeature({
      system: platform,
      kernel,
      settings: systemSettings,
      jobs: platform.jobs,
      licensed: (now) => licence.valid(now),
      providers: cloudProviders(platform.outbound, platform.settings.outboundAllow),
    }),
    permissionsFeature({ kernel }),
    accessReviewsFeature({
      kernel,
      system: platform,
      settings: systemSettings,
      jobs: platform.jobs,
      messenger,
      sessionsMayEnd: (ctx) => platform.jobs.enqueue(ctx, END_UNENTITLED),
    }),
    aclsFeature({ kernel, messenger, settings: systemSettings, reviews, reviewable: (now) => licence.valid(now) }),
    ticketsFeature({
      kernel,
      messenger,
      settings: systemSettings,
      onEnded,
      orderKill,
      proveFactor: factorGate(second),
      alarm: (ctx, words, people) => tellSubscribers(ctx, messenger, 'BreakGlassMessage', words, people),
      sessionsMayEnd: (ctx) => platform.jobs.enqueue(ctx, END_UNENTITLED),
    }),
    accessFeature({ hasFactor: (ctx, userId) => hasFactor(ctx, second, userId) }),
    machinesFeature(),
    connectionTokensFeature({
      kernel,
      settings: systemSettings,
      reviews,
      applets: { called: applicationCalled, leasedAt },
      proveFactor: connectionGate(second),
      takeCode: codeGate(second),
    }),
    storagesFeature({
      tools,
      outbound: platform.outbound,
      logs,
      timeZone: platform.settings.timeZone,
      system: platform,
      jobs: platform.jobs,
      folders: { replay: createReplayStore(folders.replays), copy: createReplayStore(folders.copies) },
      followDefault,
      tellSubscribers: (ctx, notice) => tellSubscribers(ctx, messenger, 'StorageConnectivityMessage', notice),
    }),
    commandLogFeature({
      platform,
      tellSubscribers: (ctx, notice) => tellSubscribers(ctx, messenger, 'StorageConnectivityMessage', notice),
    }),
    terminalsFeature({
      settings: systemSettings,
      events: platform.events,
      metrics: platform.metrics.registry,
      systemContext: platform.systemContext,
      kernel,
      refusedMethods: (ctx, userId) => refusedMethods(ctx, kernel(), userId),
      applets: offeredApplications,
      createServiceAccount: (ctx, input) => createServiceAccount(ctx, binding, input),
      removeServiceAccount: (ctx, userId) => removeServiceAccount(ctx, binding, userId),
      suspendServiceAccount: (ctx, userId) => suspendServiceAccount(ctx, binding, userId),
      closeOut: (ctx, terminalId) => closeOut(ctx, terminalId, 'component_revoked'),
      identityChanged: binding.identityChanged,
      keepAlive,
      messenger,
      localProof: platform.settings.localProof,
      storages: {
        config: componentConfig(platform.settings),
        chosen: chosenStorage,
        first: (ctx, kind) => defaultStorage(ctx, `${kind}_storages`),
      },
    }),
    sessionsFeature({
      kernel,
      settings: platform.systemSettings,
      replayDir: folders.replays,
      cacheDir: join(platform.settings.dataDir, 'cache', 'replays'),
      elsewhere: elsewhere('replay'),
      rightsOf: (ctx, userId, orgId) => rightsOf(ctx.tx, userId, orgId),
      activity: recordActivity,
      system: platform,
      jobs: platform.jobs,
      logs,
      findRemote: (ctx, row, paths) => findRemoteReplay(ctx, tools, row, paths),
    }),
    appletsFeature({
      created: (ctx, id) => publishApplet(kernel(), ctx, id),
      dir: join(platform.settings.dataDir, 'applets'),
    }),
    appletHostsFeature({ kernel, assets, settings: systemSettings, system: platform, jobs: platform.jobs }),
    sessionSharingsFeature({ settings: systemSettings }),
    ftpLogsFeature({
      settings: systemSettings,
      dir: folders.copies,
      cacheDir: join(platform.settings.dataDir, 'cache', 'copies'),
      elsewhere: elsewhere('copy'),
    }),
    auditsFeature({
      kernel,
      plain: {
        ...AUDIT_WORDS,
        ...SUBSCRIPTION_WORDS,
        ...OWN_LOGIN_WORDS,
        ...TOOL_WORDS,
        ...LOGIN_LINK_WORDS,
        ...DEVICE_LOGIN_WORDS,
        ...OWN_DATA_WORDS,
        ...TERMS_WORDS,
        ...TASK_WORDS,
      },
      anchors: { platform, tellSubscribers: tellOfAudit },
      forwarding: { platform, tellSubscribers: tellOfAudit },
    }),
    dashboardFeature(logs),
    searchFeature(),
    downloadsFeature({
      kernel,
      identity: () => identity,
      system: platform,
      messenger,
      settings: systemSettings,
      jobs: platform.jobs,
      cancel: (ctx, run) => cancelRun(ctx, jobs, run),
    }),
    notificationsFeature({
      settings: systemSettings,
      events: platform.events,
      messenger,
      jobs: platform.jobs,
      deliveries,
      carriers,
      licenceEnd: (now) => licenceEnd(licence, now),
    }),
    tasksFeature({ settings: systemSettings, events: platform.events, jobs: platform.jobs, known: () => jobs }),
    apiDocsFeature({ routes: () => routes, tables: () => tables, version: VERSION }),
  ];
  const jobs: readonly Job[] = [
    ...platformJobs(platform),
    ...mailJobs({
      settings: systemSettings,
      makers: { [CHANGE_REPORT]: changeReport },
      carriers,
      outcome,
    }),
    ...features.flatMap((feature) => feature.jobs ?? []),
  ];
  const identity = createIdentity(platform.secrets, { userOfConnectionToken });
  compiled = compile(
    features.flatMap((feature) => feature.resources ?? []),
    {
      idSet: (ctx, key) => readIdSet(ctx.tx, ctx.actor.id, key),
      refusal,
      imports: importMemory,
      transfers: createTransfers(platform),
      organisationNames,
    },
  );
  const resources = compiled.resources.flatMap((resource) => routesOf(kernel(), resource));
  const tables = [...platformTables, ...features.flatMap((feature) => feature.tables ?? [])];
  const routes: Route[] = [
    ...healthRoutes(platform.database.db, platform.events),
    ...platform.metrics.routes,
    ...idSetRoutes,
    ...features.flatMap((feature) => feature.routes ?? []),
    ...resources,
  ];
  return {
    features,
    kernel: compiled,
    tables,
    routes: gated(withMetadata(kernel, routes), licence),
    jobs,
    identity,
  };
}

/** Which gateway carries what somebody comes to: authorisation is judged where sessions and shares are, before anything is said of the gateway. */
const findCarried: FindCarried = async (ctx, { to, id }) => {
  const found =
    to === 'share'
      ? await carrierOfShared(ctx, id)
      : { session: id, terminal: await carrierOfWatched(ctx, { rightsOf: (_ctx, user, org) => rightsOf(ctx.tx, user, org) }, id) };
  if (!found?.terminal) return undefined;
  return { session: found.session, gateway: await reachOf(ctx, found.terminal) };
};

/** The web server over the assembled features. */
export const createApp = (platform: Platform, { kernel, routes, features, identity }: Assembly): Promise<HttpServer> =>
  createHttpServer({
    platform,
    identity,
    kernel,
    routes,
    sockets: features.flatMap((feature) => feature.sockets ?? []),
    dialects: features.flatMap((feature) => feature.dialects ?? []),
    findCarried,
  });
